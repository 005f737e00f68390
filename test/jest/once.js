import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '..', '..');
const LOADER = readFileSync(import.meta.filename, 'utf8');

/**
 * Packages, and our own modules as built, are loaded by Node once for all spec files of a worker. To load them anew for
 * each file took half of the time of the suite. `npm test` builds first (`global-setup.ts`).
 */
export default {
  process(source, path, { supportsStaticESM, supportsDynamicImport }) {
    const file = JSON.stringify(loadedFile(path));
    // The global set-up is loaded by Node itself.
    if (!supportsDynamicImport)
      return { code: isOurs(path) ? `module.exports = require(${file});` : source };
    const loaded = `globalThis[Symbol.for('strongroom.load')](${file})`;
    if (!supportsStaticESM) return { code: `module.exports = ${loaded};` };
    return {
      code: `const loaded = ${loaded};
export const { ${namesOf(path).join(', ')} } = loaded;
export default loaded.default ?? loaded;`,
    };
  },

  /** The names may change without the file that hands them on, and so may this loader. */
  getCacheKey(source, path, { supportsStaticESM, supportsDynamicImport }) {
    const parts = supportsStaticESM ? namesOf(path) : [supportsDynamicImport, source];
    return createHash('sha256')
      .update(JSON.stringify([LOADER, path, ...parts]))
      .digest('hex');
  },
};

const isOurs = (path) => path.endsWith('.ts');

const loadedFile = (path) =>
  isOurs(path) ? join(ROOT, 'dist', relative(ROOT, path)).replace(/\.ts$/, '.js') : path;

const namesOf = (path) =>
  Object.keys(require(loadedFile(path))).filter((name) => name !== 'default');
