import { type ChainEntry, sortKeys } from './chain-bytes.js';
import type { FoundLink } from './chain-check.js';

/** One line of an export: the entry, and its link. There is one way to write it. */
export function toLine({ number, keyId, mac, entry }: FoundLink & { readonly entry: ChainEntry }) {
  const { target, createdAt, ...plain } = orderedEntry(entry);
  return JSON.stringify({
    number,
    ...plain,
    target: sortKeys(target),
    createdAt: createdAt.toISOString(),
    keyId,
    mac: mac.toString('hex'),
  });
}

type Line = Omit<ChainEntry, 'createdAt'> & {
  readonly number: number;
  readonly createdAt: string;
  readonly keyId: string;
  readonly mac: string;
};

const TEXTS = ['id', 'orgId', 'actorKind', 'actorName', 'action', 'reqId', 'keyId', 'mac'] as const;
const TEXTS_OR_NULL = ['projectId', 'actorId', 'address', 'client'] as const;

/** Null unless `toLine` has made it, to the letter. */
export function fromLine(line: string): FoundLink | null {
  const parsed = parse(line);
  if (!isLine(parsed)) return null;
  const { number, keyId, mac, createdAt, ...plain } = parsed;
  const entry = { ...plain, createdAt: new Date(createdAt) };
  const { orgId, id: entryId } = entry;
  const found = { orgId, number, entryId, keyId, mac: Buffer.from(mac, 'hex'), entry };
  return toLine(found) === line ? found : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isLine(value: unknown): value is Line {
  if (value === null || typeof value !== 'object') return false;
  const fields = value as Record<string, unknown>;
  const isText = (name: string) => typeof fields[name] === 'string';
  return (
    TEXTS.every(isText) &&
    TEXTS_OR_NULL.every((name) => fields[name] === null || isText(name)) &&
    Number.isSafeInteger(fields['number']) &&
    typeof fields['target'] === 'object' &&
    fields['target'] !== null &&
    !Number.isNaN(Date.parse(String(fields['createdAt'])))
  );
}

/** Fields in the order in which lines have them, and no others. */
const orderedEntry = (entry: ChainEntry): ChainEntry => ({
  id: entry.id,
  orgId: entry.orgId,
  projectId: entry.projectId,
  actorKind: entry.actorKind,
  actorId: entry.actorId,
  actorName: entry.actorName,
  action: entry.action,
  target: entry.target,
  reqId: entry.reqId,
  address: entry.address,
  client: entry.client,
  createdAt: entry.createdAt,
});
