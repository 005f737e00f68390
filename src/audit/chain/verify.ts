import { ChainCheck, type Fault, type Found, type Told } from './chain-check.js';
import type { ChainKeys } from './chain-keys.js';
import type { ChainRepository } from './chain.repository.js';
import { fromLine } from './export-line.js';

/** What became of looking at the chain of one organization. */
export interface Verdict {
  readonly orgId: string;
  /** Links that are right, up to the first fault. */
  readonly length: number;
  /** The last of them, in hexadecimal digits. */
  readonly head: string;
  /** Entries that have no place in the chain yet. */
  readonly pending: number;
  readonly fault: Fault | null;
}

const PAGE = 1_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Every link with its entry, every stored checkpoint, and every entry that has no link. */
export async function verifyStored(
  repository: ChainRepository,
  keys: ChainKeys,
  orgId: string,
  told: readonly Told[] = [],
): Promise<Verdict> {
  // Before the links: what they were told to be must be there later.
  const { lastTold, pending } = await repository.tail(orgId);
  const check = new ChainCheck(keys, orgId, told);
  let fault: Fault | null = null;
  for (let page: Found[] | null = null; !fault && page?.length !== 0;) {
    page = await repository.page(orgId, check.length, PAGE);
    fault = check.take(page);
  }
  fault ??= check.end(lastTold) ?? (await firstStray(repository, orgId));
  return verdictOf(check, orgId, fault, pending);
}

/** The lines of an export, from its first. `orgId`: whose it should be, else whose its first line is. */
export async function verifyLines(
  lines: AsyncIterable<string>,
  keys: ChainKeys,
  orgId?: string,
  told: readonly Told[] = [],
): Promise<Verdict> {
  let check: ChainCheck | undefined;
  let whose = orgId;
  for await (const page of pagesOf(lines)) {
    const found = page.map(fromLine);
    const broken = found.indexOf(null);
    const whole = (broken < 0 ? found : found.slice(0, broken)) as Found[];
    whose ??= whole[0]?.orgId ?? '';
    check ??= new ChainCheck(keys, whose, told);
    const fault = check.take(whole);
    const unreadable = { reason: 'changed', number: check.length + 1 } as const;
    if (fault || broken >= 0) return verdictOf(check, whose, fault ?? unreadable);
  }
  whose ??= '';
  check ??= new ChainCheck(keys, whose, told);
  return verdictOf(check, whose, check.end());
}

async function* pagesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const line of lines) {
    page.push(line);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** An entry that neither has a place in the chain nor waits for one was put there past the server. */
async function firstStray(repository: ChainRepository, orgId: string): Promise<Fault | null> {
  for (let after: readonly [Date | string, string] = ['-infinity', NO_ID]; ;) {
    const page = await repository.strays(orgId, after, PAGE);
    const stray = page.find(({ isStray }) => isStray);
    if (stray) return { reason: 'inserted', entryId: stray.id };
    const last = page.at(-1);
    if (!last) return null;
    after = [last.createdAt, last.id];
  }
}

const verdictOf = (
  check: ChainCheck,
  orgId: string,
  fault: Fault | null,
  pending = 0,
): Verdict => ({ orgId, length: check.length, head: check.head.toString('hex'), pending, fault });
