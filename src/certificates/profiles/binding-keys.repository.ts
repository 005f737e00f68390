import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { AcmeBindingKey } from '../../database/entities/acme-binding-key.entity.js';
import { orConflict } from '../../database/failures.js';
import type { BindingKeyDraft, BindingKeyRecord } from './binding-key.js';

const NAME_TAKEN = {
  constraint: 'uq_acme_binding_keys_name',
  message: 'A binding key with this name already exists in the profile.',
};

/** SQL by hand: one statement counts a use and tells whether there was one left, so that of many at once no more pass. */
const SPEND = `
  update acme_binding_keys set uses = uses + 1, updated_at = now()
  where id = $1 and (max_uses is null or uses < max_uses) and (expires_at is null or expires_at > now())
  returning 1`;

/** Keys of external account bindings that have a name. */
@Injectable()
export class BindingKeysRepository {
  constructor(
    @InjectRepository(AcmeBindingKey) private readonly keys: Repository<AcmeBindingKey>,
    private readonly database: Database,
  ) {}

  /** By name. */
  list(profileId: string): Promise<BindingKeyRecord[]> {
    return this.database.bind(this.keys).find({ where: { profileId }, order: { name: 'ASC' } });
  }

  /** Inside a transaction, give it. */
  find(profileId: string, id: string, tx?: EntityManager): Promise<BindingKeyRecord | null> {
    const keys = tx ? tx.withRepository(this.keys) : this.database.bind(this.keys);
    return keys.findOneBy({ profileId, id });
  }

  count(tx: EntityManager, profileId: string): Promise<number> {
    return tx.withRepository(this.keys).countBy({ profileId });
  }

  /** Throws 409 if the name is taken. */
  async insert(
    tx: EntityManager,
    { allowedNames, ...key }: BindingKeyDraft & Pick<BindingKeyRecord, 'id' | 'profileId'>,
  ): Promise<void> {
    const names = allowedNames && [...allowedNames];
    const inserting = tx.withRepository(this.keys).insert({ ...key, allowedNames: names });
    await orConflict(inserting, NAME_TAKEN);
  }

  /** Counts an account that it binds. False where it is over: deleted, expired, or used as often as it may be. */
  async spend(tx: EntityManager, id: string): Promise<boolean> {
    const [rows] = await tx.query<[unknown[], number]>(SPEND, [id]);
    return rows.length > 0;
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.keys).delete({ id });
  }
}
