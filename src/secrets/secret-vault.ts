import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AssociatedData as SealPlace, SealBroken, type SealKey } from '../crypto/envelope.js';
import type { StoredMetadata } from '../database/entities/secret.entity.js';
import { reserveAnswer } from '../http/limits/admission.js';
import { TimeSlices } from '../http/limits/time-slices.js';
import { type GuardedWriteKey, KeyRing, type WriteKey } from '../keys/key-ring.js';
import { MASK, type MetadataItem, type OpenSecret, type SealedSecret } from './secret.js';
import { valueAccessRecorder } from './read-audit/value-access.js';

/** The project whose key seals. */
export interface Owner {
  readonly id: string;
  readonly orgId: string;
}

/** What is sealed of a secret, before and after. */
export interface Plain {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataItem[];
}

export interface Sealed {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly value: Buffer;
  readonly comment: Buffer | null;
  readonly metadata: readonly StoredMetadata[] | null;
}

/** What tells one state of a secret from every other. */
export interface State {
  readonly id: string;
  readonly version: number;
  /** The environment of the folder; bound so that no folder can be put into another environment in the database. */
  readonly environmentId: string;
  readonly folderId: string;
  readonly key: string;
}

/** Seals and opens what of a secret is not for the database to know. */
@Injectable()
export class SecretVault {
  constructor(private readonly keyRing: KeyRing) {}

  /** One key for all that one transaction writes; its data key stays until the transaction ends. */
  forWriting(tx: EntityManager, owner: Owner): Promise<WriteKey> {
    return this.keyRing.forWriting(tx, owner.id);
  }

  /** `forWriting` for a transaction that ends with the guard of the key. */
  forGuardedWriting(tx: EntityManager, owner: Owner): Promise<GuardedWriteKey> {
    return this.keyRing.forGuardedWriting(tx, owner.id);
  }

  seal({ key, keyVersion, salt }: WriteKey, owner: Owner, state: State, plain: Plain): Sealed {
    const metadata = plain.metadata.map((item, index) =>
      item.isEncrypted
        ? {
            key: item.key,
            sealed: key
              .seal(item.value, metadataPlace(owner, state, item.key, index))
              .toString('base64'),
          }
        : { key: item.key, value: item.value },
    );
    const hasComment = plain.comment !== '';
    return {
      keyVersion,
      salt,
      value: key.seal(plain.value, valuePlace(owner, state, hasComment, metadata)),
      comment: hasComment ? key.seal(plain.comment, placeOf(owner, state, 'comment')) : null,
      metadata: metadata.length === 0 ? null : metadata,
    };
  }

  /**
   * Opens rows of one project. Values are left sealed, and masked, where `mayShow` says no.
   * Inside a transaction, give it. Throws SealBroken, and reports it, for the first that does not open or
   * is an older state than what is kept of its past, whether or not its value is asked for.
   */
  async open(
    owner: Owner,
    secrets: readonly SealedSecret[],
    mayShow: (secret: SealedSecret) => boolean,
    tx?: EntityManager,
  ): Promise<OpenSecret[]> {
    if (!tx) await reserveAnswer(bytesOf(secrets));
    const slices = new TimeSlices();
    const shown: boolean[] = [];
    for (const secret of secrets) {
      shown.push(mayShow(secret));
      if (slices.isOver) await slices.turn();
    }
    const opening = secrets.filter(({ comment }, i) => shown[i] === true || comment !== null);
    const keyOf = await this.keyRing.forReading(owner.id, opening, tx);
    secrets.forEach((secret) => this.refuseSuperseded(owner, secret));
    const record = tx ? null : valueAccessRecorder(owner.id);
    const opened: OpenSecret[] = [];
    for (const [i, secret] of secrets.entries()) {
      const isShown = shown[i] === true;
      if (isShown) record?.(secret);
      const { value, comment, metadata } = this.reporting(owner, secret, () =>
        openOne(owner, secret, keyOf, isShown),
      );
      opened.push({ ...secret, value, comment, metadata, isHidden: !isShown });
      if (slices.isOver) await slices.turn();
    }
    return opened;
  }

  /** Seals the same content under another key; null, and reported, where a state does not open. */
  async reseal(
    owner: Owner,
    states: readonly (State & Sealed)[],
    next: WriteKey,
    tx: EntityManager,
  ): Promise<(Sealed | null)[]> {
    const keyOf = await this.keyRing.forReading(owner.id, states, tx);
    return states.map((state) => {
      try {
        const plain = this.reporting(owner, state, () => openOne(owner, state, keyOf, true));
        return this.seal(next, owner, state, plain);
      } catch (error) {
        if (error instanceof SealBroken) return null;
        throw error;
      }
    });
  }

  /** Opens all of a state and keeps nothing. Throws SealBroken. */
  async prove(owner: Owner, state: State & Sealed): Promise<void> {
    const keyOf = await this.keyRing.forReading(owner.id, [state]);
    openOne(owner, state, keyOf, true);
  }

  private refuseSuperseded(owner: Owner, { id, version, isSuperseded }: SealedSecret): void {
    if (!isSuperseded) return;
    this.keyRing.reportOlder({ projectId: owner.id, secretId: id, version });
    throw new SealBroken();
  }

  private reporting<T>(owner: Owner, { id, version }: State, open: () => T): T {
    try {
      return open();
    } catch (error) {
      if (error instanceof SealBroken) {
        this.keyRing.reportBroken({ projectId: owner.id, secretId: id, version });
      }
      throw error;
    }
  }
}

const bytesOf = (secrets: readonly SealedSecret[]): number =>
  secrets.reduce((sum, { value, comment }) => sum + value.length + (comment?.length ?? 0), 0);

function openOne(
  owner: Owner,
  secret: State & Sealed,
  keyOf: (row: Sealed) => SealKey,
  isShown: boolean,
): Plain {
  const text = (blob: Buffer, place: SealPlace) => keyOf(secret).open(blob, place).toString('utf8');
  const stored = secret.metadata ?? NO_METADATA;
  const metadata = stored.map((item, index) => {
    if (item.sealed === undefined)
      return { key: item.key, value: item.value ?? '', isEncrypted: false };
    if (!isShown) return { key: item.key, value: MASK, isEncrypted: true };
    const place = metadataPlace(owner, secret, item.key, index);
    return {
      key: item.key,
      value: text(Buffer.from(item.sealed, 'base64'), place),
      isEncrypted: true,
    };
  });
  const hasComment = secret.comment !== null;
  return {
    value: isShown ? text(secret.value, valuePlace(owner, secret, hasComment, stored)) : MASK,
    comment: secret.comment === null ? '' : text(secret.comment, placeOf(owner, secret, 'comment')),
    metadata,
  };
}

const NO_METADATA: readonly StoredMetadata[] = [];

/** With the value stand its comment, there or not, and all metadata: sealed entries by their names. */
export function valuePlace(
  owner: Owner,
  state: State,
  hasComment: boolean,
  metadata: readonly StoredMetadata[],
): SealPlace {
  const { environmentId, folderId, key } = state;
  const beside = [environmentId, folderId, key, hasComment ? 'comment' : ''];
  for (const item of metadata) {
    beside.push(item.key, item.sealed === undefined ? `=${item.value ?? ''}` : 'sealed');
  }
  return { ...placeOf(owner, state, 'value'), beside };
}

const metadataPlace = (owner: Owner, state: State, key: string, index: number): SealPlace => ({
  ...placeOf(owner, state, `metadata.${index}`),
  beside: [state.environmentId, state.folderId, state.key, key],
});

const placeOf = (
  owner: Owner,
  { id, version, environmentId, folderId, key }: State,
  field: string,
): SealPlace => ({
  purpose: 'secret',
  ids: [owner.orgId, owner.id, id, version],
  field,
  beside: [environmentId, folderId, key],
});
