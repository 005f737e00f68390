import {
  attributesOf,
  type Capabilities,
  type Capability,
  capabilityOf,
  rulesAt,
  type SecretAction,
  thingsOf,
} from './capabilities.js';
import { TAKING_FROM_PEOPLE } from './people-commands.js';
import type { SecretState, Snapshot } from './snapshot.js';

export interface Violation {
  /** What happened that must not. */
  readonly kind:
    | 'grew'
    | 'planted'
    | 'touched a credential of somebody stronger'
    | 'took from somebody stronger'
    | 'deleted without the right'
    | 'changed without the right'
    | 'left no administrator'
    | 'showed a value'
    | 'failed'
    | 'refused the administrator'
    | 'differs from the model';
  /** The command by which. */
  readonly door: string;
  readonly what: readonly string[];
}

/** A snapshot, and what follows from it. */
export interface State {
  readonly snapshot: Snapshot;
  readonly capabilities: Capabilities;
}

export interface Judged {
  readonly door: string;
  readonly actorId: string;
  readonly before: State;
  readonly after: State;
  /** All that the attacker could ever do, by itself or by what it was given. */
  readonly own: ReadonlySet<Capability>;
  /** Made by the attacker, or as good as: what it may do to these does not count. */
  readonly mine: ReadonlySet<string>;
  readonly startedAt: Date;
}

export const isOf = (capability: Capability, things: ReadonlySet<string>): boolean =>
  thingsOf(capability).some((thing) => things.has(thing));

/** What there is still: whatever is gone, nobody can do anything to. */
const thingsIn = ({ snapshot }: State): ReadonlySet<string> =>
  new Set([
    'organization',
    ...[snapshot.identities, snapshot.people, snapshot.groups].flatMap((list) =>
      list.map(({ id }) => id),
    ),
    ...[snapshot.projects, snapshot.folders, snapshot.secrets].flatMap((list) =>
      list.map(({ id }) => id),
    ),
  ]);

const NONE: ReadonlySet<Capability> = new Set();

/** Who can do more after a call of the attacker than before it, beyond what the attacker could hand on. */
export function growths({ door, before, after, own, mine }: Judged): Violation[] {
  return [...after.capabilities].flatMap(([identityId, now]) => {
    const then = before.capabilities.get(identityId) ?? NONE;
    const more = [...now].filter((each) => !then.has(each) && !own.has(each) && !isOf(each, mine));
    if (more.length === 0) return [];
    return [{ kind: 'grew', door, what: more.map((each) => `${identityId} ${each}`) }];
  });
}

/** Commands that take from a holder. */
const TAKING = new Set([
  'remove a member',
  'assign roles to a member',
  'grant a privilege',
  'change a privilege',
  'revoke a privilege',
  'grant a privilege of the first generation',
  'change a privilege of the first generation',
  'revoke a privilege of the first generation',
  'change metadata of an identity',
  'change the organization role of an identity',
  'edit a project role',
  'edit an organization role',
  'delete an identity',
  ...TAKING_FROM_PEOPLE,
]);

/** What somebody else lost by the call and the attacker never had. */
export function losses({ door, actorId, before, after, own, mine }: Judged): Violation[] {
  if (!TAKING.has(door)) return [];
  const left = thingsIn(after);
  return [...before.capabilities].flatMap(([identityId, then]) => {
    if (identityId === actorId || mine.has(identityId)) return [];
    const now = after.capabilities.get(identityId) ?? NONE;
    const gone = [...then].filter(
      (each) =>
        !now.has(each) &&
        !own.has(each) &&
        !isOf(each, mine) &&
        thingsOf(each).every((thing) => left.has(thing)),
    );
    if (gone.length === 0) return [];
    const what = gone.map((each) => `${identityId} ${each}`);
    return [{ kind: 'took from somebody stronger', door, what }];
  });
}

/** Secrets that went, or changed, without the right of who made the call. */
export function damages(judged: Judged): Violation[] {
  const { door, before, after, mine } = judged;
  if (door === 'delete a project') return [];
  const left = new Map(after.snapshot.secrets.map((secret) => [secret.id, secret]));
  const may = rightsOf(judged);
  return before.snapshot.secrets.flatMap((secret): Violation[] => {
    if (mine.has(secret.id)) return [];
    const next = left.get(secret.id);
    if (!next) {
      const isOverwritten = door === 'move a secret' && may('edit', secret);
      if (may('delete', secret) || isOverwritten) return [];
      return [{ kind: 'deleted without the right', door, what: [nameOf(secret)] }];
    }
    if (next.folderId !== secret.folderId || next.version === secret.version) return [];
    if (may('edit', secret)) return [];
    return [{ kind: 'changed without the right', door, what: [nameOf(secret)] }];
  });
}

/** Somebody administers every project for good, and the organization. */
export function stranded({ door, before, after }: Judged): Violation[] {
  const projects = new Set(after.snapshot.projects.map(({ id }) => id));
  const isRun = ({ snapshot }: State, projectId: string) =>
    snapshot.memberships.some((each) => each.projectId === projectId && each.isLastingAdmin);
  const lost = before.snapshot.projects.filter(
    ({ id }) => projects.has(id) && isRun(before, id) && !isRun(after, id),
  );
  const isLed = ({ snapshot }: State) =>
    [...snapshot.identities, ...snapshot.people].some(({ isAdmin }) => isAdmin);
  const what = [
    ...lost.map(({ slug }) => `project ${slug}`),
    ...(isLed(before) && !isLed(after) ? ['organization'] : []),
  ];
  return what.length > 0 ? [{ kind: 'left no administrator', door, what }] : [];
}

/**
 * Secrets that the call put elsewhere, by somebody who could have read each, deleted it and made it anew
 * there: that is making it.
 */
export function remade(judged: Judged): string[] {
  const next = new Map(judged.after.snapshot.secrets.map((secret) => [secret.id, secret]));
  const may = rightsOf(judged);
  return judged.before.snapshot.secrets.flatMap((secret) => {
    const there = next.get(secret.id);
    if (!there) return [];
    const isElsewhere = there.path !== secret.path || there.environment !== secret.environment;
    if (!isElsewhere) return [];
    const isMovable =
      may('delete', secret) &&
      may('readValue', secret) &&
      may('create', there) &&
      may('edit', there);
    return isMovable ? [secret.id] : [];
  });
}

/** What the one who made the call could do just before it. */
function rightsOf({ before, actorId, startedAt }: Judged) {
  const actor = before.snapshot.identities.find(({ id }) => id === actorId)!;
  return (action: SecretAction, secret: SecretState): boolean => {
    const place = { projectId: secret.projectId, moment: 0, startedAt };
    const rules = rulesAt(before.snapshot, actor, place);
    return rules?.allows(action, 'secrets', attributesOf(secret)) ?? false;
  };
}

export const nameOf = ({ environment, path, key, tags }: SecretState): string =>
  `${environment}:${path} ${key}${tags.length > 0 ? ` (${tags.join(', ')})` : ''}`;

export const mayRead = (own: ReadonlySet<Capability>, secretId: string): boolean =>
  own.has(capabilityOf(0, secretId, 'secrets', 'readValue'));
