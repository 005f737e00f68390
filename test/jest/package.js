import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What our modules import from a package: not its source, but what Node loaded, once for all files of a worker. */
export default {
  process(source, path, { supportsStaticESM, supportsDynamicImport }) {
    // Only for the set-up, which Node itself loads.
    if (!supportsDynamicImport) return { code: source };
    const loaded = `globalThis[Symbol.for('strongroom.loadPackage')](${JSON.stringify(path)})`;
    if (!supportsStaticESM) return { code: `module.exports = ${loaded};` };
    return {
      code: `const loaded = ${loaded};
export const { ${namesOf(path).join(', ')} } = loaded;
export default loaded.default ?? loaded;`,
    };
  },

  /** The names may change without the file that hands them on. */
  getCacheKey(source, path, { supportsStaticESM, supportsDynamicImport }) {
    const parts = supportsStaticESM ? namesOf(path) : [supportsDynamicImport, source];
    return createHash('sha256')
      .update(JSON.stringify([path, ...parts]))
      .digest('hex');
  },
};

const namesOf = (path) => Object.keys(require(path)).filter((name) => name !== 'default');
