/** What became of a secret in a folder: it came, it changed, it went. */
export type ChangeKind = 'create' | 'update' | 'delete';

export interface ChangeActor {
  readonly actorType: string;
  readonly actorId: string;
  readonly name: string;
}

/** A state of a secret that began or ended in the folders that are asked for. */
export interface FolderChange {
  readonly at: Date;
  /** The transaction: what one request changed stands together. */
  readonly xid: string;
  readonly kind: ChangeKind;
  readonly secretId: string;
  readonly secretPath: string;
  readonly key: string;
  /** The version that began, or for a deletion the last one. */
  readonly version: number;
  /** Null for deletions, which leave no state. */
  readonly actor: ChangeActor | null;
}

/** What one transaction did. */
export interface Moment {
  readonly at: Date;
  readonly xid: string;
  readonly actor: ChangeActor | null;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly changes: readonly FolderChange[];
}

/** `changes`: the newest first. Moments at one time stay together, so that a page never ends among them. */
export function momentsOf(changes: readonly FolderChange[], limit: number): Moment[] {
  const moments: { -readonly [K in keyof Moment]: Moment[K] }[] = [];
  const known = new Map<string, number>();
  for (const change of changes) {
    const { at, xid, kind } = change;
    const key = `${at.getTime()} ${xid}`;
    let index = known.get(key);
    if (index === undefined) {
      if (moments.length >= limit && moments.at(-1)!.at.getTime() !== at.getTime()) break;
      const counts = { create: 0, update: 0, delete: 0 };
      index = moments.push({ at, xid, actor: null, counts, changes: [] }) - 1;
      known.set(key, index);
    }
    const moment = moments[index]!;
    moment.actor ??= change.actor;
    moment.counts = { ...moment.counts, [kind]: moment.counts[kind] + 1 };
    (moment.changes as FolderChange[]).push(change);
  }
  return moments;
}

export interface Bucket {
  readonly startAt: Date;
  readonly count: number;
}

interface Parts {
  readonly from: Date;
  readonly until: Date;
  readonly buckets: number;
}

/** Where the part of the time begins that a moment falls into. */
export function bucketStart(at: Date, { from, until, buckets }: Parts): Date {
  const length = bucketLength(from, until, buckets);
  const passed = at.getTime() - from.getTime();
  return new Date(from.getTime() + Math.floor(passed / length) * length);
}

/** How many changes fall into each of so many equal parts of the time. Empty ones are left out. */
export function bucketsOf(
  changes: readonly Pick<FolderChange, 'at'>[],
  { from, until, buckets }: Parts,
): Bucket[] {
  const length = bucketLength(from, until, buckets);
  const counts = new Map<number, number>();
  for (const { at } of changes) {
    const index = Math.floor((at.getTime() - from.getTime()) / length);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([index, count]) => ({ startAt: new Date(from.getTime() + index * length), count }));
}

/** The length of one part, in whole milliseconds. */
export const bucketLength = (from: Date, until: Date, buckets: number): number =>
  Math.max(1, Math.ceil((until.getTime() - from.getTime()) / buckets));
