import { describe, expect, it } from '@jest/globals';
import { allProjects } from './in-projects';

const project = (id: string) => ({ id, name: `Project ${id}` });
const own = (id: string) => ({ id: `of ${id}`, project: project(id) }) as never;
const group = (id: string, ...projects: string[]) => ({
  ...{ id, name: `Group ${id}`, role: 'no-access', projects: projects.map(project) },
});

describe('the projects of an identity', () => {
  it('are those that it is in itself and those of its groups, each once', () => {
    const found = allProjects([own('b')], [group('x', 'a', 'b'), group('y', 'a')]);

    expect(
      found.map(({ project: { id }, membership, groups }) => [
        ...[id, membership?.id, groups.map(({ name }) => name)],
      ]),
    ).toEqual([
      ['a', undefined, ['Group x', 'Group y']],
      ['b', 'of b', ['Group x']],
    ]);
  });

  it('are its own alone where it is in no group', () => {
    expect(allProjects([own('b')], []).map(({ groups }) => groups)).toEqual([[]]);
    expect(allProjects([], [])).toEqual([]);
  });
});
