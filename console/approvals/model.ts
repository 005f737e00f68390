import type { components } from '../api/schema';

export type ChangeRequest = components['schemas']['Request'];
export type Commit = components['schemas']['Commit'];
export type Conflict = components['schemas']['Conflict'];
export type ListedChange = components['schemas']['ListedRequest'];
export type ListedAsk = components['schemas']['ListedAccessRequest'];
export type AskRequest = components['schemas']['ShownAccessRequest'];
type Policy = components['schemas']['Policy'];

export type ChangeState = 'open' | 'ready' | 'merged' | 'bypassed' | 'closed' | 'expired' | 'ended';
export type AskState = 'pending' | 'approved' | 'rejected' | 'revoked' | 'expired';

/** How many consented, and how many have to. */
export interface Consent {
  readonly given: number;
  readonly needed: number;
}

interface Vote {
  readonly userId: string;
  readonly status: string;
  /** Absent in lists, which do not tell of votes that have ended. */
  readonly counts?: boolean;
}

/** Approvals that count, by the policy of now; one's own only where it allows that. */
export function consentOf(
  votes: readonly Vote[],
  policy: Pick<Policy, 'approvals' | 'allowedSelfApprovals'>,
  askerId: string | null,
): Consent {
  const counting = votes.filter(
    ({ status, counts = true, userId }) =>
      status === 'approved' && counts && (policy.allowedSelfApprovals || userId !== askerId),
  );
  return { given: counting.length, needed: policy.approvals };
}

const CLOSED = { merged: 'merged', person: 'closed', policy: 'ended', expired: 'expired' } as const;

export function changeStateOf(
  request: Pick<ChangeRequest, 'status' | 'closeReason' | 'bypassReason'>,
  { given, needed }: Consent,
): ChangeState {
  if (request.status === 'open') return given >= needed ? 'ready' : 'open';
  const state = CLOSED[request.closeReason ?? 'policy'];
  return state === 'merged' && request.bypassReason !== null ? 'bypassed' : state;
}

/** Times are in milliseconds since 1970. */
export const askStateOf = (
  { status, expiresAt }: Pick<ListedAsk, 'status' | 'expiresAt'>,
  now: number,
): AskState =>
  status === 'pending' && Date.parse(expiresAt) <= now ? 'expired' : (status as AskState);

/** Why somebody may not do something; null where they may. */
export type Obstacle = 'notApprover' | 'ownVote' | 'notParty' | 'notOver' | 'votes' | null;

type Relation = components['schemas']['CallerRelation'];

const voteObstacle = (
  { isApprover, isOwn }: Relation,
  { allowedSelfApprovals }: Pick<Policy, 'allowedSelfApprovals'>,
): Obstacle => (!isApprover ? 'notApprover' : isOwn && !allowedSelfApprovals ? 'ownVote' : null);

const isParty = ({ isOwn, isApprover, isAdmin }: Relation) => isOwn || isApprover || isAdmin;

/** What may be done with a change, or why not; absent: it makes no sense in the state it is in. */
export interface ChangeActs {
  readonly vote?: Obstacle;
  readonly merge?: Obstacle;
  readonly bypass?: Obstacle;
  readonly close?: Obstacle;
  readonly reopen?: Obstacle;
}

export function changeActs(request: ChangeRequest, { given, needed }: Consent): ChangeActs {
  const { callerRelation: relation, policy, status, closeReason } = request;
  const party = isParty(relation) ? null : 'notParty';
  if (status !== 'open') return closeReason === 'person' ? { reopen: party } : {};
  const isShort = given < needed;
  return {
    vote: voteObstacle(relation, policy),
    merge: party ?? (isShort ? 'votes' : null),
    ...(isShort && relation.isBypasser ? { bypass: null } : {}),
    close: party,
  };
}

/** What may be done with a request for access. */
export interface AskActs {
  readonly vote?: Obstacle;
  readonly bypass?: Obstacle;
  readonly revoke?: Obstacle;
}

export function askActs(request: AskRequest, state: AskState): AskActs {
  const { callerRelation: relation, policy } = request;
  const over = isParty(relation) ? null : 'notOver';
  if (state === 'approved') return request.privilege ? { revoke: over } : {};
  if (state !== 'pending') return {};
  const vote = policy ? voteObstacle(relation, policy) : 'notApprover';
  return { vote, ...(relation.isBypasser ? { bypass: null } : {}), revoke: over };
}

/** What keeps one secret of a request from being merged: told by the last merge, or seen before it. */
export function conflictOf(commit: Commit, told: readonly Conflict[]): string | null {
  const { op, secretKey, environment, secretPath, secret, secretVersion } = commit;
  const found = told.find(
    (each) =>
      each.op === op &&
      each.secretKey === secretKey &&
      each.environment === environment &&
      each.secretPath === secretPath,
  );
  if (found) return found.reason;
  const isOther = secret && secretVersion && secret.version !== secretVersion.version;
  return op !== 'create' && isOther ? 'changed' : null;
}

/** Conflicts that a refused merge told of. */
export function conflictsIn(details: unknown): readonly Conflict[] {
  const { conflicts } = (details ?? {}) as { readonly conflicts?: unknown };
  return Array.isArray(conflicts) ? (conflicts as Conflict[]) : [];
}

/** A rule that is asked for, as requests hold it: actions, subject, conditions. */
export const ruleOf = ([actions, subject, conditions]: readonly unknown[]) => ({
  action: String(actions)
    .split(',')
    .map((each) => each.trim()),
  subject: String(subject),
  conditions,
});

export type AccessPolicy = components['schemas']['AccessPolicy'];

/** Signs of patterns that this page does not read: the server decides about those. */
const UNREAD = /[[\]{}()!+@|\\]/;

/** Whether a policy's path may be about a folder: `/x/**` is about `/x` and all below, `/x` about itself alone. */
export function mayCover(pattern: string, path: string): boolean {
  if (pattern === path || UNREAD.test(pattern)) return true;
  const source = pattern
    .split('/')
    .slice(1)
    .map((part) =>
      part === '**'
        ? '(?:/[^/]+)*'
        : `/${part.replaceAll(/[.^$]/g, '\\$&').replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}`,
    )
    .join('');
  return new RegExp(`^${source}/?$`).test(path === '/' ? '' : path);
}

/** The policy by which access to a folder is asked for: that of the very path, else the first that may be about it. */
export function policyOf(
  policies: readonly AccessPolicy[],
  environment: string,
  path: string,
): AccessPolicy | null {
  const near = policies.filter(
    (each) =>
      each.deletedAt === null &&
      each.environments.some(({ slug }) => slug === environment) &&
      mayCover(each.secretPath, path),
  );
  return near.find(({ secretPath }) => secretPath === path) ?? near[0] ?? null;
}

/** What is asked for: an action, and to see what it is about where the policy gives that too. */
export const askedActions = (action: string, policy: AccessPolicy | null): string[] => [
  ...new Set([
    ...(!policy || policy.givenActions.includes('describeSecret') ? ['describeSecret'] : []),
    action,
  ]),
];

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 };
const PERIOD = /^(\d+(?:\.\d+)?) ?(m|h|d|w)\w*$/;

/** Seconds of a period such as `8h`; null for one that this page does not read. */
function secondsOf(period: string): number | null {
  const [, count, unit] = PERIOD.exec(period) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * UNITS[unit]!;
}

/** Times that one may ask for: those that are offered up to the most that the policy gives, or that itself. */
export function rangesUpTo(most: string | null, offered: readonly string[]): readonly string[] {
  if (most === null) return offered;
  const limit = secondsOf(most);
  const fitting = offered.filter((each) => limit !== null && secondsOf(each)! <= limit);
  return fitting.length > 0 ? fitting : [most];
}
