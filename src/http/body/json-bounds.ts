import { invalid } from '../../errors/api-error.js';

/** Bounds of a body, so that parsing and validating it takes bounded time. */
export const MAX_DEPTH = 32;
export const MAX_KEYS = 1_000;
export const MAX_NODES = 100_000;

export interface JsonBounds {
  readonly depth: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Keys of all objects together. */
  readonly members: number;
  readonly nodes: number;
}

export const JSON_BOUNDS: JsonBounds = {
  depth: MAX_DEPTH,
  keys: MAX_KEYS,
  members: MAX_NODES,
  nodes: MAX_NODES,
};

export const jsonTooLarge = (message: string) => invalid([{ code: 'too_big', path: [], message }]);

/**
 * Names that every object has. Code which copies or inspects objects trips over them, or drops them without
 * a word: a rule would lose its condition.
 */
export const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
