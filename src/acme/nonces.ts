import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../auth/server-keys.js';
import { BackgroundPurge } from '../database/background-purge.js';
import { Database, statement } from '../database/database.js';

const VERSION = 1;
const LIFE = 3_600;
const EPOCH_BYTES = 16;
const BODY_BYTES = 14;
const MAC_BYTES = 16;
const FORM = /^[A-Za-z0-9_-]{40}$/;
/** Milliseconds for which an epoch and the offset of the clock are remembered. */
const REMEMBERED = 60_000;
const BATCH = 5_000;

/** SQL by hand, as the others here: unlogged rows in one statement. The first process after a crash makes the epoch. */
const EPOCH = statement(`
  with made as (
    insert into acme_epochs (id, value) values (1, $1) on conflict do nothing returning value
  )
  select value, extract(epoch from now())::float8 "now" from made
  union all
  select value, extract(epoch from now())::float8 from acme_epochs
  limit 1`);

/** Gives a row where the nonce is of this epoch, young enough, and was never used before. */
const SPEND = statement(`
  insert into acme_used_nonces (hash)
  select $1 from acme_epochs
  where value = $2 and extract(epoch from now()) - $3::float8 between -60 and ${LIFE}
  on conflict do nothing returning 1`);

const PURGE = {
  statement: statement(`
    delete from acme_used_nonces where hash in (
      select hash from acme_used_nonces where created_at < now() - interval '65 minutes'
      limit ${BATCH} for update skip locked
    ) returning 1`),
  values: [],
};

interface Epoch {
  readonly value: Buffer;
  /** Milliseconds by which the database's clock is ahead of this process's. */
  readonly ahead: number;
  readonly readAt: number;
}

/**
 * Nonces of signed messages. One that is given out leaves nothing: its time and a MAC are in it. Only one that came back under
 * a good signature has a row, for an hour.
 */
@Injectable()
export class Nonces {
  private readonly key: KeyObject;
  private readonly purge: BackgroundPurge;
  private epoch: Epoch | null = null;

  constructor(
    keys: ServerKeys,
    private readonly database: Database,
  ) {
    this.key = keys.acmeNonces;
    this.purge = new BackgroundPurge(database, 'used nonces', [PURGE]);
  }

  onApplicationBootstrap(): void {
    this.purge.start(60_000, 60_000);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  async issue(): Promise<string> {
    const epoch = await this.presentEpoch();
    const body = Buffer.concat([Buffer.alloc(6), randomBytes(BODY_BYTES - 6)]);
    body.writeUInt8(VERSION, 0);
    body.writeUIntBE(Math.floor((Date.now() + epoch.ahead) / 1_000), 1, 5);
    return Buffer.concat([body, this.macOf(body, epoch)]).toString('base64url');
  }

  /** The epoch of a nonce that was made here not long ago, else null; asks the database at most once a minute. */
  async epochOf(nonce: string): Promise<Buffer | null> {
    if (!FORM.test(nonce)) return null;
    const bytes = Buffer.from(nonce, 'base64url');
    const body = bytes.subarray(0, BODY_BYTES);
    const epoch = await this.presentEpoch();
    const age = (Date.now() + epoch.ahead) / 1_000 - timeOf(body);
    // Clocks of replicas differ; the statement that spends it decides.
    const isOurs = timingSafeEqual(this.macOf(body, epoch), bytes.subarray(BODY_BYTES));
    return isOurs && age < LIFE + 60 ? epoch.value : null;
  }

  /**
   * Uses a nonce up that is of the epoch. Returns false where somebody did before, where it is too old, and where a crash of the
   * database has ended the epoch and forgotten what was used.
   */
  async spend(nonce: string, epoch: Buffer): Promise<boolean> {
    const bytes = Buffer.from(nonce, 'base64url');
    const hash = createHash('sha256').update(bytes).digest().subarray(0, 16);
    const spent = await this.database.rows(SPEND, [hash, epoch, timeOf(bytes)]);
    // After a crash of the database there is another epoch.
    if (spent.length === 0) this.epoch = null;
    return spent.length > 0;
  }

  private macOf(body: Buffer, { value }: Epoch): Buffer {
    return createHmac('sha256', this.key)
      .update(value)
      .update(body)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  private async presentEpoch(): Promise<Epoch> {
    if (this.epoch && Date.now() - this.epoch.readAt < REMEMBERED) return this.epoch;
    const made = randomBytes(EPOCH_BYTES);
    for (;;) {
      const row = await this.database.row<{ value: Buffer; now: number }>(EPOCH, [made]);
      // None: another process made it at the same moment, and the next statement sees it.
      if (!row) continue;
      const readAt = Date.now();
      this.epoch = { value: row.value, ahead: row.now * 1_000 - readAt, readAt };
      return this.epoch;
    }
  }
}

const timeOf = (bytes: Buffer): number => bytes.readUIntBE(1, 5);
