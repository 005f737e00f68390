import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import {
  type AttributeChange,
  changedFields,
} from '../access/attribute-changes/attribute-change.js';
import { type FreshAccess, LockedAccess } from '../access/locked-access.js';
import { AttributeGains } from '../access/attribute-changes/attribute-gains.js';
import { filterInSlices } from '../access/slices.js';
import type { ContentActor } from '../auth/actor.js';
import { conflict } from '../errors/api-error.js';
import { GrantableRights, SECRET_ACTIONS } from '../projects/secret-attributes/grantable-rights.js';
import { refuse } from './batch/secret-batch-steps.js';
import type { NextName } from './secret-guards.js';
import { HOLD_FOLDERS } from './secret-writes.repository.js';
import { attributesOf, attributesOfSecret, type SealedSecret } from './secret.js';

/** A secret that is locked, and the name and tags that it is to have. */
export interface Relabelling {
  readonly old: SealedSecret;
  readonly next: NextName;
}

interface Caller {
  readonly actor: ContentActor;
  readonly project: ProjectAccess;
  /** The rights of who is not calling, in place of the actor's. */
  readonly fresh?: FreshAccess;
}

/** A shared lock: changes of who holds what wait for it, other secrets do not. */
const HOLD_PROJECT = 'select id from projects where id = $1 for share';

/** Rows that refer to these are written later: whoever changes those locks them before any secret. */
const HOLD_TAGS = 'select from tags where id = any($1::uuid[]) order by id for key share';

/** What a write of secrets will change, as far as it is known before they are locked. */
export interface Relabels {
  /** Where secrets get names or tags; a path that is null is any. */
  readonly place: {
    readonly environment: string;
    readonly secretPath: string | null;
  } | null;
  /** Tags that they get. */
  readonly tagIds?: readonly string[];
  /** Folders that secrets come into. */
  readonly folderIds?: readonly string[];
}

const LABELS_NOW = `
  select count(*)::int count from unnest($1::uuid[], $2::text[], $3::text[]) as known (id, environment, path)
  join secrets s on s.id = known.id
  join folders f on f.id = s.folder_id and f.path = known.path
  join environments e on e.id = f.environment_id and e.slug = known.environment`;

const TAGS_NOW = `
  select count(*)::int count from unnest($1::uuid[], $2::text[]) as known (id, slug)
  join tags t on t.id = known.id and t.slug = known.slug`;

/**
 * Weighs what a secret's new name and tags open to anybody, by the rules of all who are in the project. Costs
 * nothing where the caller may do for good to the secret all that there is to do.
 */
@Injectable()
export class SecretOpenings {
  private readonly holding = new WeakSet<EntityManager>();

  constructor(
    private readonly boundary: LockedAccess,
    private readonly holders: AttributeGains,
  ) {}

  /**
   * Comes before the secrets are locked. Changes of environments, folders and tags lock the project, then those, then
   * the secrets: whoever takes a secret first would wait for them while they wait for it. No statement where no
   * tags and folders are given and the caller holds all there for good.
   */
  async hold(
    tx: EntityManager,
    project: ProjectAccess,
    { place, tagIds = [], folderIds = [] }: Relabels,
  ): Promise<void> {
    if (place && !holdsAllAt(project, place)) await this.holdProject(tx, project.id);
    if (folderIds.length > 0) await tx.query(HOLD_FOLDERS.text, [[...folderIds]]);
    if (tagIds.length > 0) await tx.query(HOLD_TAGS, [[...tagIds]]);
  }

  /** By the index of each change: the actions it would open to somebody and that the caller could not grant. */
  async find(
    tx: EntityManager,
    caller: Caller,
    changes: readonly Relabelling[],
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const entries = [...changes.entries()];
    const doubtful = await filterInSlices(entries, ([, change]) =>
      isDoubtful(caller.project, change),
    );
    if (doubtful.length === 0) return new Map();
    const { id } = caller.project;
    await this.holdProject(tx, id);
    await this.refuseOutdated(
      tx,
      doubtful.map(([, change]) => change),
    );
    const access = caller.fresh ?? (await this.boundary.accessIn(tx, caller.actor, id));
    const grantable = await GrantableRights.of(access);
    const weighed = doubtful.map(([index, change]) => [index, attributesOfChange(change)] as const);
    const indexes = new Map(weighed.map(([index, { before }]) => [before, index]));
    const beyond = await grantable.missingFrom(weighed.map(([, change]) => change));
    if (beyond.length === 0) return new Map();
    const fields = [...new Set(beyond.flatMap(changedFields))];
    const rules = await this.holders.findRulesOn(tx, access, fields);
    const openings = await this.holders.findGains(tx, access, rules, beyond);
    return new Map(
      openings.map(({ change, actions }) => [indexes.get(change.before)!, actions] as const),
    );
  }

  /** Throws 403 for one secret whose change opens something. */
  async refuse(tx: EntityManager, caller: Caller, change: Relabelling): Promise<void> {
    const actions = (await this.find(tx, caller, [change])).get(0);
    if (!actions) return;
    const { environment, secretPath, key: secretKey } = change.old;
    const place = { environment, secretPath };
    const problems = [{ kind: 'opens', actions } as const];
    refuse(caller.project, [{ index: 0, place, secretKey, outcome: 'update', problems }]);
  }

  /** Locks the project, once in a transaction. */
  async holdProject(tx: EntityManager, projectId: string): Promise<void> {
    if (this.holding.has(tx)) return;
    await tx.query(HOLD_PROJECT, [projectId]);
    this.holding.add(tx);
  }

  /** Places and tags are as they were read: they may have been renamed before the lock was had. Throws 409. */
  private async refuseOutdated(tx: EntityManager, changes: readonly Relabelling[]): Promise<void> {
    const olds = new Map(changes.map(({ old }) => [old.id, old]));
    const all = changes.flatMap(({ old, next }) => [...(old.tags ?? []), ...next.tags]);
    const tags = new Map(all.map((tag) => [tag.id, tag.slug]));
    const rows = [...olds.values()];
    const places = [
      rows.map(({ id }) => id),
      rows.map(({ environment }) => environment),
      rows.map(({ secretPath }) => secretPath),
    ];
    const isSame = async (text: string, values: unknown[], count: number) =>
      (await tx.query<{ count: number }[]>(text, values))[0]?.count === count;
    const areSame =
      (await isSame(LABELS_NOW, places, rows.length)) &&
      (await isSame(TAGS_NOW, [[...tags.keys()], [...tags.values()]], tags.size));
    if (!areSame)
      throw conflict(
        'concurrent-change',
        'Folders or tags are being renamed by others. Try again.',
      );
  }
}

const attributesOfChange = ({ old, next }: Relabelling): AttributeChange => {
  const slugs = next.tags.map((tag) => tag.slug);
  const after = attributesOf(old, next.key, slugs);
  return { subject: 'secrets', actions: SECRET_ACTIONS, before: attributesOfSecret(old), after };
};

/** Whether the caller may do for good all that there is to do, whatever the names and tags there. */
const holdsAllAt = (
  { ability, rightsUntil }: ProjectAccess,
  place: NonNullable<Relabels['place']>,
): boolean =>
  rightsUntil === Infinity &&
  SECRET_ACTIONS.every((action) => ability.allows(action, 'secrets', unknownAt(place)));

const unknownAt = (place: NonNullable<Relabels['place']>) => ({
  ...place,
  secretName: null,
  secretTags: null,
  eventType: null,
});

/** Whether something changes, and something of it is not the caller's for good. */
function isDoubtful(project: ProjectAccess, change: Relabelling): boolean {
  const { old, next } = change;
  const slugsOf = (tags: readonly { readonly slug: string }[]) =>
    JSON.stringify(tags.map(({ slug }) => slug).sort());
  if (old.key === next.key && slugsOf(old.tags ?? []) === slugsOf(next.tags)) return false;
  if (project.rightsUntil !== Infinity) return true;
  const before = attributesOfSecret(old);
  return !SECRET_ACTIONS.every((action) => project.ability.allows(action, 'secrets', before));
}
