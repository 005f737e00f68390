import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashQueue } from './hash-queue.js';

/** The smallest set of OWASP's Password Storage Cheat Sheet for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** What a stored text may ask for. Its row could have been written by somebody else: 4 GiB would end the process. */
const MAX = { memoryCost: 65_536, timeCost: 8, parallelism: 4 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]{22,86}\$[\w+/]{43,86}$/;

/** Stands for the password of an account that has none, or does not exist: the same work, and never a match. */
const DUMMY =
  '$argon2id$v=19$m=19456,t=2,p=1$SC1RmemeZXh9wX/eTXaYFg$1+cC7HeeICZCTfP3DpqBVdwH6eLsDfHIJwM4rHGqSY4';

/** One thread of libuv's four stays free for files and names; eight hashes would take all four for others' logins. */
const MAX_PARALLEL = 3;
const MAX_WAITING = 100;
/** Milliseconds. Waiting takes a second where a processor is free. */
const MAX_WAIT = 10_000;

/** `outdated`: right, and stored with a cost that is no longer ours. `damaged`: no text that is ever verified. */
export type PasswordVerdict = 'right' | 'outdated' | 'wrong' | 'damaged';

/** Passwords as argon2id (RFC 9106) in PHC text. Equal under NFC means equal: keyboards differ. */
@Injectable()
export class PasswordHashes {
  private readonly queue = new HashQueue(
    Math.max(1, Math.min(availableParallelism() - 1, MAX_PARALLEL)),
    MAX_WAITING,
    MAX_WAIT,
  );

  /** Throws 503 where too many wait. */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hashed(password));
  }

  /** Throws 503 where too many wait. */
  verify(stored: string | null, password: string): Promise<PasswordVerdict> {
    return this.queue.run(() => verified(stored, password));
  }

  /** Does all of the work in one turn: a flood of logins costs no more than it may before its turn. Throws 503. */
  inTurn<T>(work: (hashes: typeof TURN) => Promise<T>): Promise<T> {
    return this.queue.run(() => work(TURN));
  }
}

const hashed = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

/** `stored`: null for no password, or no account; it takes as long. */
async function verified(stored: string | null, password: string): Promise<PasswordVerdict> {
  const cost = stored === null ? null : costOf(stored);
  const checked = stored !== null && cost !== null ? stored : DUMMY;
  const matches = await verify(checked, password.normalize('NFC'));
  if (stored === null) return 'wrong';
  if (cost === null) return 'damaged';
  if (!matches) return 'wrong';
  return isPresent(cost) ? 'right' : 'outdated';
}

/** What can be done in one's turn. */
const TURN = { hash: hashed, verify: verified } as const;

type Cost = readonly [memoryCost: number, timeCost: number, parallelism: number];

/** Null for a text that is no argon2id, or asks for more than is ever granted. */
function costOf(stored: string): Cost | null {
  const found = PHC.exec(stored);
  if (!found) return null;
  const cost = found.slice(1).map(Number) as unknown as Cost;
  const [memoryCost, timeCost, parallelism] = cost;
  const isBounded =
    memoryCost <= MAX.memoryCost && timeCost <= MAX.timeCost && parallelism <= MAX.parallelism;
  return isBounded ? cost : null;
}

const isPresent = ([memoryCost, timeCost, parallelism]: Cost): boolean =>
  memoryCost === COST.memoryCost && timeCost === COST.timeCost && parallelism === COST.parallelism;
