import { isUtf8 } from 'node:buffer';
import { parseInSteps } from '../../http/body/json-body.js';
import { LoginRefused } from '../logins/checks.js';

export type Claims = Readonly<Record<string, unknown>>;

/** A token as it was sent: nothing of it is proved. */
export interface UnverifiedToken {
  /** Without the line end that files have. */
  readonly text: string;
  readonly algorithm: string;
  /** Null where the header names no key. */
  readonly keyId: string | null;
  readonly header: Claims;
  readonly claims: Claims;
}

const RSA_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
/** Every algorithm that is ever accepted; the key narrows them (RFC 8725, 3.1). */
export const ALGORITHMS: ReadonlySet<string> = new Set([
  ...RSA_ALGORITHMS,
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
]);

const BOUNDS = { depth: 16, keys: 200, members: 500, nodes: 2_000 };
const MAX_KEY_ID = 256;
const TYPES: readonly unknown[] = [undefined, 'JWT', 'at+jwt'];
/** Headers that change what the signature covers or means (RFC 7515 4.1.11, RFC 7797, RFC 7516). */
const FORBIDDEN = ['crit', 'b64', 'zip', 'enc'];

/**
 * Reads a compact JWS (RFC 7515) of exactly three parts in canonical base64url, whose JSON repeats no key. Keys that the
 * header brings along (`jwk`, `jku`, `x5u`, `x5c`) are not looked at. Throws LoginRefused.
 */
export function parseToken(sent: string): UnverifiedToken {
  const text = sent.replace(/\r?\n$/, '');
  const parts = text.split('.');
  if (parts.length !== 3) throw malformed();
  const header = objectIn(parts[0]!);
  const claims = objectIn(parts[1]!);
  bytesOf(parts[2]!);
  const { alg, typ, kid = null } = header;
  const isSound =
    typeof alg === 'string' &&
    ALGORITHMS.has(alg) &&
    TYPES.includes(typ) &&
    (kid === null || (typeof kid === 'string' && kid.length <= MAX_KEY_ID)) &&
    FORBIDDEN.every((name) => !Object.hasOwn(header, name));
  if (!isSound) throw malformed();
  return { text, algorithm: alg, keyId: kid as string | null, header, claims };
}

const malformed = () => new LoginRefused('form', 'jwt');

function bytesOf(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) throw malformed();
  return bytes;
}

/** Strings of a JSON text, and the numbers between them. Linear on sound JSON alone, where each string has an end. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Whether a whole number is spelled as another one (`5.0`, `5e0`), which parsing hides. */
const hidesSpelling = (json: string): boolean =>
  (json.match(STRING_OR_NUMBER) ?? []).some(
    (token) => /^(-0$|[-\d].*[.eE])/.test(token) && Number.isInteger(Number(token)),
  );

/** Whether a text holds the character NUL, which the database keeps in no text. */
const holdsNul = (json: string): boolean => /(?<!\\)(?:\\\\)*\\u0000/.test(json);

function objectIn(part: string): Claims {
  const bytes = bytesOf(part);
  if (!isUtf8(bytes)) throw malformed();
  const value = parsed(bytes);
  const json = bytes.toString();
  const isSound = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isSound || hidesSpelling(json) || holdsNul(json)) throw malformed();
  return value as Claims;
}

/** Throws LoginRefused; whatever is wrong with the JSON, nobody is told. */
function parsed(bytes: Buffer): unknown {
  try {
    const steps = parseInSteps(bytes, BOUNDS);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  } catch {
    throw malformed();
  }
}
