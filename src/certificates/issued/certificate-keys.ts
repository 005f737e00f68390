import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { KeySeals, type StoredKey } from '../keys/key-seals.js';

const FIND = statement(`
  select 'certificate-key' purpose, p.org_id "orgId", k.project_id "projectId", k.certificate_id "ownerId",
    1 number, k.public_key "publicKey", k.key_version "keyVersion", k.salt, k.sealed
  from certificate_keys k join projects p on p.id = k.project_id where k.certificate_id = $1`);

const INSERT = `
  insert into certificate_keys (certificate_id, project_id, public_key, key_version, salt, sealed)
  values ($1, $2, $3, $4, $5, $6)`;

/** The certificate of a key. */
export interface CertificateKeyOwner {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
}

/** The private keys that were made for certificates, sealed. */
@Injectable()
export class CertificateKeys {
  constructor(
    private readonly seals: KeySeals,
    private readonly database: Database,
  ) {}

  async insert(
    tx: EntityManager,
    { id: ownerId, orgId, projectId }: CertificateKeyOwner,
    {
      publicKey: key,
      privateKey,
    }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  ): Promise<void> {
    const publicKey = key.export({ type: 'spki', format: 'der' });
    const purpose = 'certificate-key' as const;
    const place = { purpose, orgId, projectId, ownerId, number: 1, publicKey };
    const { keyVersion, salt, sealed } = await this.seals.seal(tx, place, privateKey);
    await tx.query(INSERT, [ownerId, projectId, publicKey, keyVersion, salt, sealed]);
  }

  /** PKCS #8 in PEM; null where none is kept. Throws SealBroken where it does not open. */
  async find(certificateId: string, tx?: EntityManager): Promise<string | null> {
    const stored = tx
      ? (await tx.query<StoredKey[]>(FIND.text, [certificateId]))[0]
      : await this.database.row<StoredKey>(FIND, [certificateId]);
    return stored ? pemOfKey(await this.seals.open(stored, tx)) : null;
  }
}

export const pemOfKey = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }) as string;
