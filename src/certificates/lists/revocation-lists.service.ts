import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../../database/uuid.js';
import { notFound, tooManyRequests } from '../../errors/api-error.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { makeRevocationList } from '../../x509/revocation-list.js';
import { WorkPlaces } from '../../x509/thread-pool.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import {
  type ListRow,
  type MadeList,
  RevocationListsRepository,
} from './revocation-lists.repository.js';

/** Milliseconds. */
const LIVES_FOR = 7 * 24 * 60 * 60_000;

/** How often a list is made anew because another replica stored one meanwhile. */
const MAX_ATTEMPTS = 3;
/** Lists that are made at a time, and that wait to be. */
const AT_A_TIME = 2;
const MAX_WAITING = 200;

/** A list that is there. */
export interface PublishedList {
  readonly id: string;
  readonly der: Buffer;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly now: Date;
}

/**
 * Lists of what authorities revoked. One is made when it is asked for and something was revoked since the last, by
 * whoever asks first, so that every replica knows of a revocation at once.
 */
@Injectable()
export class RevocationLists {
  private readonly places = new WorkPlaces({ atATime: AT_A_TIME, maxWaiting: MAX_WAITING });
  private readonly slices = new TimeSlices();
  private readonly making = new Map<string, Promise<PublishedList>>();

  constructor(
    private readonly lists: RevocationListsRepository,
    private readonly keys: AuthorityKeys,
  ) {}

  /** Throws 404 for an unknown one, and for one whose authority waits for its certificate. */
  async get(id: string): Promise<PublishedList> {
    const found = isUuid(id) ? await this.lists.find(id) : null;
    if (!found?.issuerDer) throw notFound();
    return published(found) ?? this.renew(id);
  }

  /** The lists of an authority, one for each of its keys that has a certificate. */
  async listOf(authorityId: string): Promise<PublishedList[]> {
    const found = await this.lists.listOf(authorityId);
    const issuing = found.filter(({ issuerDer }) => issuerDer !== null);
    const all: PublishedList[] = [];
    // One after another: each may take a connection.
    for (const list of issuing) all.push(published(list) ?? (await this.renew(list.id)));
    return all;
  }

  /** Makes the last lists of an authority whose keys go: they are good for as long as its certificates. */
  async conclude(tx: EntityManager, authorityId: string): Promise<void> {
    for (const { id } of await this.lists.listOf(authorityId, tx)) {
      const list = await this.lists.lock(tx, id);
      if (!list?.issuerDer) continue;
      const end = await this.lists.lastEnd(tx, list);
      await this.lists.store(id, await this.draft(list, end ?? list.now, tx), tx);
    }
  }

  /** All who ask while a list is made get the next: the one in the making may have been begun before the last revocation. */
  private async renew(id: string): Promise<PublishedList> {
    await this.making.get(id)?.catch(() => undefined); // whoever began it is told
    return this.making.get(id) ?? this.begin(id);
  }

  private begin(id: string): Promise<PublishedList> {
    const making = this.places
      .run(() => this.renewed(id))
      .finally(() => {
        this.making.delete(id);
      });
    this.making.set(id, making);
    return making;
  }

  /**
   * A long list takes seconds, and so it is made outside of a transaction. Of two that are made at once, by two replicas, the first
   * that is stored counts.
   */
  private async renewed(id: string): Promise<PublishedList> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const list = await this.lists.find(id);
      if (!list) throw notFound();
      const known = published(list);
      if (known) return known;
      const made = await this.draft(list, new Date(list.now.getTime() + LIVES_FOR));
      if (await this.lists.store(id, made)) return { id, now: list.now, ...made };
    }
    throw tooManyRequests(1);
  }

  private async draft(list: ListRow, end: Date, tx?: EntityManager): Promise<MadeList> {
    const { authorityId, keyNumber, issuerDer, now, revocationCount: madeFrom } = list;
    if (!issuerDer) throw notFound();
    const signer = await this.keys.signerOf(authorityId, keyNumber, tx);
    const pages = await this.lists.pagesOfEntries(list, tx);
    const number = BigInt(list.number) + 1n;
    const [thisUpdate, nextUpdate] = [wholeSeconds(now), wholeSeconds(end)];
    const { algorithm } = signer;
    const content = { number, thisUpdate, nextUpdate, issuerDer, algorithm, pages };
    const der = await makeRevocationList(content, signer, this.slices);
    return { number, der, madeFrom, thisUpdate, nextUpdate };
  }
}

const wholeSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

function published({
  id,
  der,
  thisUpdate,
  nextUpdate,
  now,
  isFresh,
}: ListRow): PublishedList | null {
  if (!isFresh || !der || !thisUpdate || !nextUpdate) return null;
  return { id, der, thisUpdate, nextUpdate, now };
}
