import { firstSymbols } from '../tokens/claim-values.js';

/** Bytes of JSON: of all that is kept of a login, and of one member of it. */
const MAX_LOGIN = 8_192;
const MAX_MEMBER = 2_048;
/** Characters of a text, and of a name in a claim. */
const MAX_TEXT = 256;
const MAX_NAME = 64;
/** Elements of a list, members of a claim, and how deep they are nested. */
const MAX_PARTS = 10;
const MAX_DEPTH = 3;
/** Stands for what is left out. */
const LEFT_OUT = '…';

/** A value as it is shown: what is long, many or deep is cut. */
function cut(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return firstSymbols(value, MAX_TEXT);
  if (value === null || typeof value !== 'object') return value;
  if (depth === MAX_DEPTH) return LEFT_OUT;
  if (Array.isArray(value)) return value.slice(0, MAX_PARTS).map((each) => cut(each, depth + 1));
  const parts = Object.entries(value).slice(0, MAX_PARTS);
  return Object.fromEntries(
    parts.map(([name, each]) => [firstSymbols(name, MAX_NAME), cut(each, depth + 1)]),
  );
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * A login as it is kept and shown: each login writes it, each list of settings reads it, and its token says what is in it. Members come in their
 * order; those for which there is no room are left out.
 */
export function shownLogin(login: object): object {
  const { claims, ...rest } = login as { readonly claims?: object };
  let room = MAX_LOGIN;
  const shown = (members: object) =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => {
        const whole = cut(value);
        const fitting = [whole, LEFT_OUT].find((each) => {
          const size = sizeOf(each);
          return size <= MAX_MEMBER && sizeOf({ [name]: each }) <= room;
        });
        if (fitting === undefined) return [];
        room -= sizeOf({ [name]: fitting });
        return [[name, fitting]];
      }),
    );
  room -= sizeOf({ claims: {} });
  const known = shown(rest);
  return claims === undefined ? known : { ...known, claims: shown(claims) };
}
