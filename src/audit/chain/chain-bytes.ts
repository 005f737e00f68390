/** An entry as the chain knows it. */
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

/** The link of an entry. */
export interface Link {
  readonly orgId: string;
  readonly number: number;
  readonly entryId: string;
  /** In hexadecimal digits. */
  readonly keyId: string;
  readonly mac: Buffer;
}

/** Before the first link. */
export const BEGINNING = Buffer.alloc(32);

const FORMAT = 'strongroom audit entry 1';

/** The bytes of an entry and of its place: length-prefixed, so that no two share theirs. */
export function entryBytes({ orgId, number, entryId }: Place, entry: ChainEntry | null): Buffer {
  const place = [FORMAT, orgId, String(number), entryId];
  return Buffer.from([...place, ...(entry ? partsOf(entry) : [null])].map(prefixed).join(''));
}

/** What whoever writes an entry knows of it: the database tells the time. */
export type Written = Omit<ChainEntry, 'createdAt'>;

const SEAL_FORMAT = 'strongroom audit entry as written 1';

/** The bytes of an entry before it has a place. */
export const writtenBytes = (entry: Written): Buffer =>
  Buffer.from([SEAL_FORMAT, ...writtenParts(entry)].map(prefixed).join(''));

type Place = Pick<Link, 'orgId' | 'number' | 'entryId'>;

const partsOf = (entry: ChainEntry): (string | null)[] => [
  ...writtenParts(entry),
  entry.createdAt.toISOString(),
];

const writtenParts = (entry: Written): (string | null)[] => [
  entry.id,
  entry.orgId,
  entry.projectId,
  entry.actorKind,
  entry.actorId,
  entry.actorName,
  entry.action,
  JSON.stringify(inOrder(entry.target)),
  entry.reqId,
  entry.address,
  entry.client,
];

const prefixed = (part: string | null): string =>
  part === null ? '-' : `${Buffer.byteLength(part)}:${part}`;

/** The same for the same content, however the database or an export orders the keys. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}
