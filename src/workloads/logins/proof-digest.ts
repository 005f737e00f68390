import type { ServerKeys } from '../../auth/server-keys.js';

/** The digest by which a proof counts once: no row holds a proof that still works. */
export const proofDigest = (keys: ServerKeys, text: string): Buffer =>
  keys.digest(`workload proof ${text}`);
