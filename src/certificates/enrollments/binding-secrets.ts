import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import type { Enrollment } from './enrollment.js';

/**
 * Secrets of external account bindings (RFC 8555, 7.3.4). They follow from AUTH_SECRET (HMAC-SHA-256), so that none is stored;
 * the secret of a number before is not valid any more.
 */
@Injectable()
export class BindingSecrets {
  constructor(private readonly keys: ServerKeys) {}

  /** Returns 32 bytes each, the one in force first; a former AUTH_SECRET gives a second one. */
  listFor({
    bindingId,
    bindingNumber,
  }: Pick<Enrollment, 'bindingId' | 'bindingNumber'>): readonly Buffer[] {
    return this.listOf(`${bindingId}:${bindingNumber}`);
  }

  /** Returns the secrets of a named key, as `listFor` does those of an enrollment. */
  listForKey(id: string): readonly Buffer[] {
    return this.listOf(`key:${id}`);
  }

  private listOf(text: string): readonly Buffer[] {
    return this.keys.acmeBindings.map((key) => createHmac('sha256', key).update(text).digest());
  }
}
