import { createRequire } from 'node:module';
import vm from 'node:vm';
import NodeEnvironment from 'jest-environment-node';

const require = createRequire(import.meta.url);
const { SourceTextModule, SyntheticModule, compileFunction } = vm;

// Jest names a context for all that it loads; without one it is the worker's own.
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    super(code, { ...options, context: undefined });
  }
};
vm.SyntheticModule = class extends SyntheticModule {
  constructor(names, evaluate, options) {
    super(names, evaluate, { ...options, context: undefined });
  }
};
vm.compileFunction = (code, parameters, options) =>
  compileFunction(code, parameters, { ...options, parsingContext: undefined });

/**
 * Specs run in the worker's own context, so that packages and our modules are loaded once for all files of the worker
 * (`once.js`). What a file leaves in the process or among the globals is taken back after it.
 */
export default class WorkerEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    const ways = [globalsBack(), processBack(), listenersBack()];
    this.restore = () => ways.forEach((back) => back());
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
    globalThis[Symbol.for('strongroom.load')] = require;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    this.restore();
  }
}

/** What belongs to the worker: where decorators of our modules register, and the check of answers. */
const KEPT = [
  'typeormMetadataArgsStorage',
  'classValidatorMetadataStorage',
  Symbol.for('strongroom.answerCheck'),
];

/** Takes away what belongs to one file, and answers with the way back. */
function globalsBack() {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const symbols = Object.getOwnPropertySymbols(before).filter(
    (key) => before[key].enumerable && !KEPT.includes(key),
  );
  for (const key of symbols) Reflect.deleteProperty(globalThis, key);
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!Object.hasOwn(before, key) && !KEPT.includes(key))
        Reflect.deleteProperty(globalThis, key);
    }
    Object.defineProperties(globalThis, before);
  };
}

/** Functions of `process` that Jest and its libraries replace, and the environment variables. */
function processBack() {
  const functions = Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(process))
      .filter(([, { value }]) => typeof value === 'function')
      .map(([name, { value }]) => [name, value]),
  );
  const env = { ...process.env };
  return () => {
    Object.assign(process, functions);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
}

function listenersBack() {
  const all = () =>
    process.eventNames().flatMap((name) => process.rawListeners(name).map((each) => [name, each]));
  const before = all();
  const isIn = (list, [name, listener]) => list.some(([n, l]) => n === name && l === listener);
  return () => {
    const after = all();
    for (const each of after) if (!isIn(before, each)) process.removeListener(...each);
    for (const each of before) if (!isIn(after, each)) process.on(...each);
  };
}
