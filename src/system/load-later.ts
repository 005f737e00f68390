import { createRequire } from 'node:module';
import * as modules from 'node:module';

/** What packages load at their start for features that we do not use, as the path of its first file. */
const LATER = [
  /\/typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+Driver\.js$/,
  /\/libphonenumber-js\/max\/index\.cjs$/,
  /\/@opentelemetry\/api\/build\/src\/index\.js$/,
  /\/validator\/lib\/is\w+\.js$/,
  /\/node_modules\/multer\/index\.js$/,
];

/** Stands in for a CommonJS module, and loads it at the first look into it or call of it. */
const STAND_IN = `
  let real;
  const load = () => {
    delete require.cache[__filename];
    return (real = require(__filename));
  };
  module.exports = new Proxy(() => {}, {
    // Compiled imports ask for it at once; those that we put off go without.
    get: (_, name) => (name === '__esModule' ? undefined : (real ?? load())[name]),
    apply: (_, self, args) => Reflect.apply(real ?? load(), self, args),
  });`;

/**
 * Puts off what an idle server need not hold: some 300 modules, 6 MiB. Whatever is asked for all the
 * same is loaded then. Call it before the packages are imported. Node below 22.15 loads everything at once.
 */
export function loadLater(): void {
  const seen = new Set<string>();
  (modules as Partial<typeof modules>).registerHooks?.({
    load(url, context, next) {
      if (seen.has(url) || !LATER.some((path) => path.test(url))) return next(url, context);
      seen.add(url);
      return { format: 'commonjs', source: STAND_IN, shortCircuit: true };
    },
  });
  leaveOutFetch();
}

/** An import of node:http reads these names of it, and each would load Node's fetch. The globals of that name stay. */
function leaveOutFetch(): void {
  const http = createRequire(import.meta.url)('node:http') as object;
  for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) {
    if (Object.getOwnPropertyDescriptor(http, name)?.configurable) {
      Object.defineProperty(http, name, { value: undefined });
    }
  }
}
