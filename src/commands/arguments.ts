import { parseArgs } from 'node:util';
import { didYouMean, quoted } from '../errors/nearest.js';
import { CommandError, type CommandRun } from './command.js';

interface Wanted<Name extends string, Flag extends string> {
  /** What stands without a dash, each by what help calls it. All of them are needed. */
  readonly positionals?: readonly string[];
  /** Options with a text. */
  readonly texts?: readonly Name[];
  /** Options without one. */
  readonly flags?: readonly Flag[];
}

interface Given<Name extends string, Flag extends string> {
  readonly positionals: readonly string[];
  readonly texts: Partial<Readonly<Record<Name, string>>>;
  readonly flags: ReadonlySet<Flag>;
}

/** Reads what stands after a command's name. Throws a CommandError that names what there may be. */
export function argumentsOf<Name extends string = never, Flag extends string = never>(
  { args }: Pick<CommandRun, 'args'>,
  { positionals = [], texts = [], flags = [] }: Wanted<Name, Flag>,
): Given<Name, Flag> {
  const options = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const given = parse(args, options, positionals);
  const isOn = (flag: Flag) => given.values[flag] === true;
  const found = texts.map((name) => [name, given.values[name]]).filter(([, text]) => text);
  return {
    positionals: given.positionals,
    texts: Object.fromEntries(found) as Partial<Record<Name, string>>,
    flags: new Set(flags.filter(isOn)),
  };
}

function parse(
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
  wanted: readonly string[],
) {
  try {
    const given = parseArgs({ args: [...args], options, allowPositionals: true });
    if (given.positionals.length === wanted.length) return given;
  } catch {
    // Told below, as for one too many.
  }
  const known = Object.keys(options).map((name) => `--${name}`);
  const parts = [
    unknownOption(args, known),
    wanted.length > 0 ? `It takes ${wanted.join(' ')}.` : '',
    known.length > 0 ? `The options are ${known.join(', ')}.` : 'There are no options.',
  ];
  throw new CommandError(parts.filter(Boolean).join(' '));
}

/** A sentence about the first option that there is not; empty where all are known, and something else is wrong. */
function unknownOption(args: readonly string[], known: readonly string[]): string {
  const names = args.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=', 1)[0]!);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined
    ? ''
    : `There is no option ${quoted(unknown)}.${didYouMean(unknown, known)}`;
}
