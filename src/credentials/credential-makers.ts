import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { badRequest } from '../errors/api-error.js';
import { CredentialsRepository } from './credentials.repository.js';

const MAX_MAKERS = 50;

/**
 * Who made a credential. Whoever made what its maker signed in with could have made it too, so those count: a planted
 * token that makes another leaves its trace in it.
 */
@Injectable()
export class CredentialMakers {
  constructor(private readonly credentials: CredentialsRepository) {}

  /** The caller and those behind what it signed in with, each made by the next. */
  async chainOf(tx: EntityManager, actor: Actor): Promise<string[]> {
    return [...new Set([actor.callerId, ...(await this.credentials.listChain(tx, actor))])];
  }

  /** The makers of a credential that the caller is about to make. Throws 400 where they are too many to keep. */
  async listMakersFor(tx: EntityManager, actor: Actor): Promise<string[]> {
    const makers = new Set([actor.callerId, ...(await this.credentials.listMakers(tx, actor))]);
    if (makers.size <= MAX_MAKERS) return [...makers];
    throw badRequest(
      'credential-chain-too-long',
      `This credential would go back to more than ${MAX_MAKERS} identities, each made by the one before. ` +
        'Make it with a credential that an administrator made.',
    );
  }
}
