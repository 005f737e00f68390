import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { ClientSecret } from '../../database/entities/client-secret.entity.js';
import { UniversalAuth } from '../../database/entities/universal-auth.entity.js';
import { isUuid } from '../../database/uuid.js';

export type UniversalAuthRow = Omit<UniversalAuth, 'identity'>;
export type ClientSecretRow = Omit<ClientSecret, 'universalAuth'>;

/** SQL by hand: compares with the database's clock, which also made `created_at`. */
const COUNT_LIVE = `
  select count(*)::int n from client_secrets
  where universal_auth_id = $1 and not is_revoked and (uses_limit = 0 or uses < uses_limit)
    and (ttl = 0 or created_at + make_interval(secs => ttl) > now())`;

/** Universal auth of identities and its client secrets. Callers have made sure that they may see the identity. */
@Injectable()
export class UniversalAuthRepository {
  constructor(
    @InjectRepository(UniversalAuth) private readonly auths: Repository<UniversalAuth>,
    @InjectRepository(ClientSecret) private readonly secrets: Repository<ClientSecret>,
    private readonly database: Database,
  ) {}

  find(identityId: string, tx?: EntityManager): Promise<UniversalAuth | null> {
    const auths = tx ? tx.withRepository(this.auths) : this.database.bind(this.auths);
    return auths.findOneBy({ identityId });
  }

  save(
    tx: EntityManager,
    row: Omit<UniversalAuthRow, 'createdAt' | 'updatedAt'>,
  ): Promise<UniversalAuth> {
    const auths = tx.withRepository(this.auths);
    return auths.save(auths.create(row));
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.auths).delete({ id });
  }

  /** The client secrets that are not revoked, the oldest first. */
  listSecrets(universalAuthId: string): Promise<ClientSecret[]> {
    return this.database.bind(this.secrets).find({
      where: { universalAuthId, isRevoked: false },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async findSecret(
    universalAuthId: string,
    id: string,
    tx?: EntityManager,
  ): Promise<ClientSecret | null> {
    const secrets = tx ? tx.withRepository(this.secrets) : this.database.bind(this.secrets);
    return isUuid(id) ? secrets.findOneBy({ universalAuthId, id }) : null;
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
    const secrets = tx.withRepository(this.secrets);
    return secrets.save(secrets.create(row));
  }

  async revokeSecret(tx: EntityManager, id: string): Promise<void> {
    // Grants by whoever signed in with it hold it: they are done before it, or are not done.
    await tx.query('select from client_secrets where id = $1 for update', [id]);
    await tx.withRepository(this.secrets).update({ id }, { isRevoked: true });
  }
}
