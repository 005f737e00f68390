import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How `npm run serve` starts a server: one that is measured runs as others do. */
interface ServeCommand {
  /** Variables of the C library. */
  readonly env: Readonly<Record<string, string>>;
  /** Options of V8. */
  readonly flags: readonly string[];
}

const SCRIPT = /^exec env ((?:\S+=\S+ )+)node ((?:--\S+ )*)dist\/src\/main\.js$/;

function serveCommand(): ServeCommand {
  // Here it is one directory up, and two where this is built.
  const file = ['..', join('..', '..')]
    .map((up) => join(import.meta.dirname, up, 'package.json'))
    .find((path) => existsSync(path))!;
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, env, flags] = SCRIPT.exec(scripts['serve']!)!;
  return {
    env: Object.fromEntries(words(env!).map((word) => word.split('=') as [string, string])),
    flags: words(flags!),
  };
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

export const SERVE = serveCommand();
