import { randomBytes } from 'node:crypto';
import type { ServerKeys } from '../../auth/server-keys.js';

const PREFIX = 4;

/** 256 random bits of ours, so a fast digest under the server's pepper is all that need be kept. */
export function generateClientSecret(keys: ServerKeys) {
  const clientSecret = randomBytes(32).toString('base64url');
  const digest = keys.digest(clientSecret);
  return { clientSecret, kept: { digest, prefix: clientSecret.slice(0, PREFIX) } };
}
