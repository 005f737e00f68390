import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `package.json` stands two folders above what the compiler makes of this file (`dist/src`). */
const MANIFEST = join(import.meta.dirname, '..', '..', 'package.json');

/** The version of the product, and the only one: the document's `info.version` is that of the interface. */
export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
  readonly version: string;
};
