import { isObject } from '../../permissions/plain-object.js';
import { parseJsonBody } from '../../http/body/json-body.js';
import { ApiError } from '../../errors/api-error.js';
import { malformed } from '../refusals.js';

/** Enough for a hundred names. */
const BOUNDS = { depth: 8, keys: 100, members: 500, nodes: 1_000 };
const BASE64URL = /^[A-Za-z0-9_-]*$/;
/** Members of a protected header that would change what it means. */
const REFUSED = ['crit', 'b64', 'zip', 'enc', 'x5u', 'jku', 'x5c'];

type Json = Readonly<Record<string, unknown>>;

/** A flattened JWS (RFC 7515, 7.2.2) whose form was checked, and nothing else. */
export interface JwsMessage {
  /** The three parts as they were received: the signature is over them. */
  readonly parts: {
    readonly protected: string;
    readonly payload: string;
    readonly signature: string;
  };
  readonly header: Json;
  /** Null for an empty payload, by which a client asks (RFC 8555, 6.3). */
  readonly payload: Json | null;
}

export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads the body of a message. Throws malformed (400). */
export async function readMessage(bytes: Buffer): Promise<JwsMessage> {
  return messageOf(await objectOf(bytes, 'The body'));
}

/** Checks the form of a message that was read as JSON already. Throws malformed (400). */
export async function messageOf(body: unknown): Promise<JwsMessage> {
  if (!isObject(body)) throw malformed('A signed message is an object.');
  if ('header' in body || 'signatures' in body)
    throw malformed('The message has to be a flattened JWS with one signature and no header.');
  const [protectedPart, payload, signature] = [body.protected, body.payload, body.signature].map(
    (part) => {
      const text = textIn(part);
      if (text === null || !isBase64url(text))
        throw malformed('protected, payload and signature have to be base64url without padding.');
      return text;
    },
  ) as [string, string, string];
  const header = await objectOf(Buffer.from(protectedPart, 'base64url'), 'The protected header');
  const refused = REFUSED.find((name) => name in header);
  if (refused) throw malformed(`The protected header has ${refused}, which is not taken.`);
  const parts = { protected: protectedPart, payload, signature };
  if (payload === '') return { parts, header, payload: null };
  const bytes = Buffer.from(payload, 'base64url');
  return { parts, header, payload: await objectOf(bytes, 'The payload') };
}

/** One text for each sequence of bytes: Node also decodes padding, other alphabets and loose last bits. */
export const isBase64url = (text: string): boolean =>
  BASE64URL.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;

async function objectOf(bytes: Buffer, what: string): Promise<Json> {
  const value = await parseJsonBody(bytes, BOUNDS).catch((error: unknown) => {
    if (error instanceof ApiError) throw malformed(`${what} is no JSON that is taken.`);
    throw error;
  });
  if (!isObject(value)) throw malformed(`${what} has to be an object.`);
  return value;
}
