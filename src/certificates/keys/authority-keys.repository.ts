import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import type { KeyPlace, SealedKey, StoredKey } from './key-seals.js';

const FIND = statement(`
  select 'ca-key' purpose, p.org_id "orgId", k.project_id "projectId", k.authority_id "ownerId", k.number,
    k.public_key "publicKey", k.key_version "keyVersion", k.salt, k.sealed
  from ca_keys k join certificate_authorities a on a.id = k.authority_id
  join projects p on p.id = a.project_id
  where k.authority_id = $1 and k.number = $2`);

const INSERT = `
  insert into ca_keys (id, project_id, authority_id, number, public_key, key_version, salt, sealed)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const IS_REVOKED = `
  select 1 from ca_keys k
  join ca_certificates c on c.authority_id = k.authority_id and c.key_number = k.number
  where k.public_key = $1 and c.revoked_at is not null limit 1`;

const IS_KNOWN = statement('select 1 from ca_keys where public_key = $1 limit 1');

const IS_IN_ORGANIZATION = statement(`
  select 1 from ca_keys k join projects p on p.id = k.project_id where k.public_key = $1 and p.org_id = $2 limit 1`);

/** Sealed keys. SQL by hand, since a key opens only with what stands in two rows beside its own. */
@Injectable()
export class AuthorityKeysRepository {
  constructor(private readonly database: Database) {}

  /** Null for an authority that has no such key, or has it no more. Inside a transaction, give it. */
  async find(authorityId: string, number: number, tx?: EntityManager): Promise<StoredKey | null> {
    const values = [authorityId, number];
    if (!tx) return this.database.row<StoredKey>(FIND, values);
    const [row] = await tx.query<StoredKey[]>(FIND.text, values);
    return row ?? null;
  }

  /** Whether the public key is that of an authority of the organization. */
  async isOfOrganization(orgId: string, publicKey: KeyObject): Promise<boolean> {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return (await this.database.row(IS_IN_ORGANIZATION, [der, orgId])) !== null;
  }

  /** Whether the public key is that of an authority, of whichever organization. */
  async isKnown(publicKey: KeyObject): Promise<boolean> {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return (await this.database.row(IS_KNOWN, [der])) !== null;
  }

  /** Whether the public key is that of an authority, of whichever organization, whose certificate for it was revoked. */
  async isRevoked(tx: EntityManager, publicKey: KeyObject): Promise<boolean> {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return (await tx.query<unknown[]>(IS_REVOKED, [der])).length > 0;
  }

  async insert(tx: EntityManager, place: KeyPlace, key: SealedKey): Promise<void> {
    const { projectId, ownerId, number, publicKey } = place;
    const values = [newId(), projectId, ownerId, number, publicKey];
    await tx.query(INSERT, [...values, key.keyVersion, key.salt, key.sealed]);
  }

  /** Destroys the private keys of an authority. */
  async removeAll(tx: EntityManager, authorityId: string): Promise<void> {
    await tx.query('delete from ca_keys where authority_id = $1', [authorityId]);
  }
}
