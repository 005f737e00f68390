import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AssociatedData, SealBroken } from '../../crypto/envelope.js';
import { reserveAnswer } from '../../http/limits/admission.js';
import { type GuardedWriteKey, KeyRing, type WriteKey } from '../../keys/key-ring.js';
import { personalAccessRecorder } from '../read-audit/value-access.js';
import type { Owner } from '../secret-vault.js';
import type { PersonalContent, PersonalState, SealedPersonal } from './personal-secret.js';

export type PersonalRow = PersonalState & Pick<SealedPersonal, 'keyVersion' | 'salt' | 'sealed'>;

/** Seals the content of personal secrets under the key of their project, and opens it. */
@Injectable()
export class PersonalVault {
  constructor(private readonly keyRing: KeyRing) {}

  /** One key for all that one transaction writes, which ends with the guard of the key. */
  forWriting(tx: EntityManager, { id }: Owner): Promise<GuardedWriteKey> {
    return this.keyRing.forGuardedWriting(tx, id);
  }

  /** One key for what is sealed anew; its data key stays until the transaction ends. */
  forResealing(tx: EntityManager, { id }: Owner): Promise<WriteKey> {
    return this.keyRing.forWriting(tx, id);
  }

  seal({ key }: WriteKey, owner: Owner, state: PersonalState, content: PersonalContent): Buffer {
    return key.seal(JSON.stringify(content), placeOf(owner, state));
  }

  /** Opens rows of one project for an answer, and counts them for the audit entry; inside a transaction, give it. Throws SealBroken. */
  async open(
    owner: Owner,
    rows: readonly PersonalRow[],
    tx?: EntityManager,
  ): Promise<PersonalContent[]> {
    if (!tx) await reserveAnswer(rows.reduce((sum, { sealed }) => sum + sealed.length, 0));
    const keyOf = await this.keyRing.forReading(owner.id, rows, tx);
    const opened = rows.map((row) => {
      const plain = this.reporting(owner, row, () =>
        keyOf(row).open(row.sealed, placeOf(owner, row)),
      );
      return JSON.parse(plain.toString('utf8')) as PersonalContent;
    });
    if (!tx) personalAccessRecorder(owner.id)?.(rows.length);
    return opened;
  }

  /** Seals the same content under another key; null, and reported, where it does not open. */
  async reseal(
    owner: Owner,
    row: PersonalRow,
    next: WriteKey,
    tx: EntityManager,
  ): Promise<Buffer | null> {
    try {
      const [content] = await this.open(owner, [row], tx);
      return this.seal(next, owner, row, content!);
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }

  /** Opens all of a row and keeps nothing. Throws SealBroken. */
  async prove(owner: Owner, row: PersonalRow): Promise<void> {
    const keyOf = await this.keyRing.forReading(owner.id, [row]);
    keyOf(row).open(row.sealed, placeOf(owner, row));
  }

  private reporting<T>(owner: Owner, { id, version }: PersonalState, open: () => T): T {
    try {
      return open();
    } catch (error) {
      if (error instanceof SealBroken)
        this.keyRing.reportBroken({ projectId: owner.id, secretId: id, version });
      throw error;
    }
  }
}

/** Given to another person, or put beside another secret, it does not open. */
const placeOf = (
  owner: Owner,
  { id, secretId, userId, version }: PersonalState,
): AssociatedData => ({
  purpose: 'personal-secret',
  ids: [owner.orgId, owner.id, secretId, userId, id, version],
  field: 'content',
});
