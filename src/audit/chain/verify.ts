import {
  ChainCheck,
  type ChainFault,
  type FoundLink,
  type KnownCheckpoint,
} from './chain-check.js';
import type { ChainKeys } from './chain-keys.js';
import type { ChainRepository } from './chain.repository.js';
import { fromLine } from './export-line.js';

/** The result of checking the chain of one organization. */
export interface ChainVerdict {
  readonly orgId: string;
  /** The number of links before the first fault. */
  readonly length: number;
  /** The MAC of the last of them, in hexadecimal digits. */
  readonly head: string;
  /** Entries that wait to be linked. */
  readonly pending: number;
  readonly fault: ChainFault | null;
}

const PAGE = 1_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Checks every stored link with its entry, every checkpoint, and that no entry is without a link. */
export async function verifyStored(
  repository: ChainRepository,
  keys: ChainKeys,
  orgId: string,
  known: readonly KnownCheckpoint[] = [],
): Promise<ChainVerdict> {
  // Read before the links: what a checkpoint names must be there later.
  const { lastCheckpoint, pending } = await repository.findTail(orgId);
  const check = new ChainCheck(keys, orgId, known);
  let fault: ChainFault | null = null;
  for (let page: FoundLink[] | null = null; !fault && page?.length !== 0;) {
    page = await repository.listLinks(orgId, check.length, PAGE);
    fault = check.checkPage(page);
  }
  fault ??= check.end(lastCheckpoint) ?? (await findUnlinked(repository, orgId));
  return verdictOf(check, orgId, fault, pending);
}

/** Checks the lines of an export from its first. Without `orgId` the first line says whose chain it is. */
export async function verifyLines(
  lines: AsyncIterable<string>,
  keys: ChainKeys,
  orgId?: string,
  known: readonly KnownCheckpoint[] = [],
): Promise<ChainVerdict> {
  let check: ChainCheck | undefined;
  let whose = orgId;
  for await (const page of pagesOf(lines)) {
    const found = page.map(fromLine);
    const broken = found.indexOf(null);
    const whole = (broken < 0 ? found : found.slice(0, broken)) as FoundLink[];
    whose ??= whole[0]?.orgId ?? '';
    check ??= new ChainCheck(keys, whose, known);
    const fault = check.checkPage(whole);
    const unreadable = { reason: 'changed', number: check.length + 1 } as const;
    if (fault || broken >= 0) return verdictOf(check, whose, fault ?? unreadable);
  }
  whose ??= '';
  check ??= new ChainCheck(keys, whose, known);
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

/** Finds an entry that is neither linked nor waiting: it was inserted past the server. */
async function findUnlinked(
  repository: ChainRepository,
  orgId: string,
): Promise<ChainFault | null> {
  for (let after: readonly [Date | string, string] = ['-infinity', NO_ID]; ;) {
    const page = await repository.listUnlinked(orgId, after, PAGE);
    const unlinked = page.find(({ isUnlinked }) => isUnlinked);
    if (unlinked) return { reason: 'inserted', entryId: unlinked.id };
    const last = page.at(-1);
    if (!last) return null;
    after = [last.createdAt, last.id];
  }
}

const verdictOf = (
  check: ChainCheck,
  orgId: string,
  fault: ChainFault | null,
  pending = 0,
): ChainVerdict => ({
  orgId,
  length: check.length,
  head: check.head.toString('hex'),
  pending,
  fault,
});
