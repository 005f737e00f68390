import { describe, expect, it } from '@jest/globals';
import { argumentsOf } from './arguments.js';

const read = (...args: string[]) =>
  argumentsOf({ args }, { positionals: ['NAME'], texts: ['project', 'role'], flags: ['yes'] });

describe('the arguments of a command', () => {
  it('are read in any order', () => {
    const { positionals, texts, flags } = read('--project', 'shop', 'ci', '--yes', '--role=viewer');

    expect(positionals).toEqual(['ci']);
    expect(texts).toEqual({ project: 'shop', role: 'viewer' });
    expect([...flags]).toEqual(['yes']);
  });

  it.each([
    [['ci', '--projct', 'shop'], "There is no option '--projct'. Did you mean '--project'?"],
    [['ci', '--projct=shop'], "There is no option '--projct'. Did you mean '--project'?"],
    [['ci', '-x'], "There is no option '-x'."],
    [['ci', 'two'], 'It takes NAME. The options are --project, --role, --yes.'],
    [['ci', '--role'], 'It takes NAME. The options are --project, --role, --yes.'],
  ])('are refused with what is wrong: %j', (args, text) => {
    expect(() => read(...args)).toThrow(text);
  });
});
