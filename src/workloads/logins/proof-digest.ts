import type { ServerKeys } from '../../auth/server-keys.js';

/**
 * The digests by which a proof counts once, under the AUTH_SECRET in force and under a former one: no row holds a proof
 * that still works, and a proof that one replica took is known to another that has the two exchanged.
 */
export const proofDigests = (keys: ServerKeys, text: string): readonly Buffer[] =>
  keys.digestsOf(`workload proof ${text}`);
