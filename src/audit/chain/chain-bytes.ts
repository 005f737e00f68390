/** An audit entry with all the fields that the chain protects. */
export interface ChainEntry {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly reqId: string;
  readonly address: string | null;
  readonly client: string | null;
  readonly createdAt: Date;
}

/** One link of a chain. */
export interface Link {
  readonly orgId: string;
  readonly number: number;
  readonly entryId: string;
  /** In hexadecimal digits. */
  readonly keyId: string;
  readonly mac: Buffer;
}

/** The MAC before the first link. */
export const BEGINNING = Buffer.alloc(32);

const FORMAT = 'strongroom audit entry 1';

/** The bytes of an entry and its position that a link protects: length-prefixed, so that no two have the same. */
export function entryBytes(
  { orgId, number, entryId }: LinkPosition,
  entry: ChainEntry | null,
): Buffer {
  const place = [FORMAT, orgId, String(number), entryId];
  return Buffer.from([...place, ...(entry ? partsOf(entry) : [null])].map(prefixed).join(''));
}

/** An entry before it is stored: the database sets the time. */
export type UnlinkedEntry = Omit<ChainEntry, 'createdAt'>;

const SEAL_FORMAT = 'strongroom audit entry as written 1';

/** An entry but for its target, which is at hand as `canonicalJson` writes it. */
export type EntryWithoutTarget = Omit<UnlinkedEntry, 'target'>;

/** The bytes that the seal of an entry protects. */
export const sealedBytes = (entry: EntryWithoutTarget, targetJson: string): Buffer =>
  Buffer.from([SEAL_FORMAT, ...sealedParts(entry, targetJson)].map(prefixed).join(''));

/** The one text of a target, however the database or an export orders its keys. */
export const canonicalJson = (target: UnlinkedEntry['target']): string =>
  JSON.stringify(sortKeys(target));

type LinkPosition = Pick<Link, 'orgId' | 'number' | 'entryId'>;

const partsOf = (entry: ChainEntry): (string | null)[] => [
  ...sealedParts(entry, canonicalJson(entry.target)),
  entry.createdAt.toISOString(),
];

const sealedParts = (entry: EntryWithoutTarget, targetJson: string): (string | null)[] => [
  entry.id,
  entry.orgId,
  entry.projectId,
  entry.actorKind,
  entry.actorId,
  entry.actorName,
  entry.action,
  targetJson,
  entry.reqId,
  entry.address,
  entry.client,
];

const prefixed = (part: string | null): string =>
  part === null ? '-' : `${Buffer.byteLength(part)}:${part}`;

/** Sorts the keys of objects, however the database or an export orders them. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
