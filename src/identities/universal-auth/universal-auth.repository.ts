import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { ClientSecret } from '../../database/entities/client-secret.entity.js';
import { UniversalAuth } from '../../database/entities/universal-auth.entity.js';
import { isUuid } from '../../database/uuid.js';

export type UniversalAuthRow = Omit<UniversalAuth, 'identity'>;
export type ClientSecretRow = Omit<ClientSecret, 'universalAuth'>;

/** By the database's clock, which also made `created_at`. */
const COUNT_LIVE = `
  select count(*)::int n from client_secrets
  where universal_auth_id = $1 and not is_revoked and (uses_limit = 0 or uses < uses_limit)
    and (ttl = 0 or created_at + make_interval(secs => ttl) > now())`;

/** What is attached to an identity. Whoever asks has made sure that the identity is the caller's to see. */
@Injectable()
export class UniversalAuthRepository {
  constructor(private readonly database: Database) {}

  find(identityId: string, tx?: EntityManager): Promise<UniversalAuth | null> {
    return this.in(tx).findOneBy(UniversalAuth, { identityId });
  }

  save(
    tx: EntityManager,
    row: Omit<UniversalAuthRow, 'createdAt' | 'updatedAt'>,
  ): Promise<UniversalAuth> {
    return tx.save(UniversalAuth, tx.create(UniversalAuth, row));
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(UniversalAuth, { id });
  }

  /** Those that are not revoked, the oldest first. */
  listSecrets(universalAuthId: string): Promise<ClientSecret[]> {
    return this.in().find(ClientSecret, {
      where: { universalAuthId, isRevoked: false },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async findSecret(
    universalAuthId: string,
    id: string,
    tx?: EntityManager,
  ): Promise<ClientSecret | null> {
    return isUuid(id) ? this.in(tx).findOneBy(ClientSecret, { universalAuthId, id }) : null;
  }

  async countLiveSecrets(tx: EntityManager, universalAuthId: string): Promise<number> {
    const rows = await tx.query<{ n: number }[]>(COUNT_LIVE, [universalAuthId]);
    return rows[0]!.n;
  }

  insertSecret(
    tx: EntityManager,
    row: Pick<
      ClientSecretRow,
      | 'id'
      | 'universalAuthId'
      | 'digest'
      | 'prefix'
      | 'description'
      | 'usesLimit'
      | 'ttl'
      | 'makers'
    >,
  ): Promise<ClientSecret> {
    return tx.save(ClientSecret, tx.create(ClientSecret, row));
  }

  async revokeSecret(tx: EntityManager, id: string): Promise<void> {
    // Grants of who signed in with it hold it: either they are done first, or they are not done.
    await tx.query('select from client_secrets where id = $1 for update', [id]);
    await tx.update(ClientSecret, { id }, { isRevoked: true });
  }

  private in(tx?: EntityManager): EntityManager {
    return tx ?? this.database.manager;
  }
}
