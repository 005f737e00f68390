import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { AcmeBindingKey } from '../../database/entities/acme-binding-key.entity.js';
import { orConflict } from '../../database/failures.js';
import type { BindingKeyDraft, BindingKeyRecord } from './binding-key.js';
import { type Enrollment, ownerOf } from './enrollment.js';

const message = 'A binding key with this name already exists at the directory.';
const NAME_TAKEN = {
  ofProfile: { constraint: 'uq_acme_binding_keys_name', message },
  ofApplication: { constraint: 'uq_acme_binding_keys_application_name', message },
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
  list(enrollmentId: string): Promise<BindingKeyRecord[]> {
    const where = hungOn(enrollmentId);
    return this.database.bind(this.keys).find({ where, order: { name: 'ASC' } });
  }

  /** Inside a transaction, give it. */
  find(enrollmentId: string, id: string, tx?: EntityManager): Promise<BindingKeyRecord | null> {
    const keys = tx ? tx.withRepository(this.keys) : this.database.bind(this.keys);
    return keys.findOneBy(hungOn(enrollmentId).map((owner) => ({ ...owner, id })));
  }

  count(tx: EntityManager, enrollmentId: string): Promise<number> {
    return tx.withRepository(this.keys).countBy(hungOn(enrollmentId));
  }

  /** Throws 409 if the name is taken. */
  async insert(
    tx: EntityManager,
    enrollment: Pick<Enrollment, 'id' | 'applicationId'>,
    { allowedNames, ...key }: BindingKeyDraft & Pick<BindingKeyRecord, 'id'>,
  ): Promise<void> {
    const names = allowedNames && [...allowedNames];
    const row = { ...key, ...ownerOf(enrollment), allowedNames: names };
    const inserting = tx.withRepository(this.keys).insert(row);
    const isAlone = enrollment.applicationId === null;
    await orConflict(inserting, NAME_TAKEN[isAlone ? 'ofProfile' : 'ofApplication']);
  }

  /** Counts an account that it binds. False where it is over: deleted, expired, or used as often as it may be. */
  async spend(tx: EntityManager, id: string): Promise<boolean> {
    const [rows] = await tx.query<[unknown[], number]>(SPEND, [id]);
    return rows.length > 0;
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.keys).delete({ id });
  }

  /** Removes all keys of an enrollment. */
  async removeAll(tx: EntityManager, enrollmentId: string): Promise<void> {
    for (const owner of hungOn(enrollmentId)) await tx.withRepository(this.keys).delete(owner);
  }
}

/** An enrollment is known by the id of a profile, or by that of a profile of an application. */
const hungOn = (enrollmentId: string) => [
  { profileId: enrollmentId },
  { applicationProfileId: enrollmentId },
];
