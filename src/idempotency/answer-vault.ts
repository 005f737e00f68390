import { createHmac, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ContentActor } from '../auth/actor.js';
import { ServerKeys } from '../auth/server-keys.js';
import { deriveBytes, deriveKey } from '../crypto/derive-key.js';
import { newSalt, type AssociatedData, SealBroken, SealKey } from '../crypto/envelope.js';
import type { Answer, KeyedRequest } from './keyed-request.js';
import type { KeptRights } from './replay-rights.js';

export interface KeptAnswer extends Answer {
  readonly rights: KeptRights;
  /** Members of the first answer that are not kept, since they were secrets. */
  readonly omitted?: readonly string[];
}

const PURPOSE = 'strongroom kept answer';
const SALT = 16;

/** Recognizes requests, and seals their answers: one may hold values of secrets. */
@Injectable()
export class AnswerVault {
  private readonly sealing: SealKey;
  private readonly fingerprinting: KeyObject;

  constructor(keys: ServerKeys) {
    this.sealing = new SealKey(deriveBytes(keys.keptAnswers, 'seal'));
    this.fingerprinting = deriveKey(keys.keptAnswers, 'fingerprint');
  }

  /** The body counts as it was parsed: white space is nothing, the order of keys is something. */
  recognize(actor: ContentActor, key: string, req: Request): KeyedRequest {
    const digest = digestOf(actor, key);
    // Keyed, since a body may hold a weak secret that a plain hash would let one guess.
    const fingerprint = createHmac('sha256', this.fingerprinting)
      .update(digest)
      .update(`${req.method} ${req.originalUrl}\n`)
      .update(JSON.stringify(req.body ?? null))
      .digest();
    return { actor, digest, fingerprint };
  }

  seal(request: KeyedRequest, { status, body, rights, omitted = [] }: KeptAnswer): Buffer {
    const salt = newSalt();
    const text = JSON.stringify({
      ...{ status, body, rights },
      ...(omitted.length === 0 ? {} : { omitted }),
    });
    return Buffer.concat([salt, this.keyOf(salt).seal(text, associatedData(request))]);
  }

  /** Null for an answer that does not open: AUTH_SECRET is another, or the row was changed. */
  open(request: KeyedRequest, sealed: Buffer): KeptAnswer | null {
    try {
      const key = this.keyOf(sealed.subarray(0, SALT));
      const text = key.open(sealed.subarray(SALT), associatedData(request)).toString('utf8');
      return JSON.parse(text) as KeptAnswer;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }

  private keyOf(salt: Buffer): SealKey {
    return this.sealing.derive(salt, PURPOSE);
  }
}

/**
 * The digest of a key. It does not depend on AUTH_SECRET: with another one a repeated key must still be found, or its
 * request would be done twice. A key is a name the client made up, not a credential.
 */
function digestOf({ orgId, callerId }: ContentActor, key: string): Buffer {
  return createHmac('sha256', 'strongroom idempotency key')
    .update(`${orgId} ${callerId} ${key}`)
    .digest();
}

const associatedData = ({ actor, digest, fingerprint }: KeyedRequest): AssociatedData => ({
  purpose: 'idempotent answer',
  ids: [actor.orgId, actor.callerId, digest.toString('hex'), fingerprint.toString('hex')],
  field: 'answer',
});
