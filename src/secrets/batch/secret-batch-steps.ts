import { ApiError } from '../../errors/api-error.js';
import { firstOf } from '../../errors/nearest.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import { deniedText } from '../../permissions/refusal-text.js';
import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.js';
import type { ErrorName } from '../../errors/error-names.js';
import type { ProjectAccess } from '../../access/access.service.js';
import { type Denial, batchDenied, type SecretAction } from '../secret-guards.js';
import { type SecretChanges, type SecretLocation } from '../secret.js';
import type { Holder } from '../write-gate.js';
import { NO_PERSONAL_SECRETS } from '../personal/refuse-personal.js';

/** What becomes of items whose secret is not there: the batch fails, they are created, or skipped. */
export const MODES = ['failOnNotFound', 'upsert', 'ignore'] as const;
export type Mode = (typeof MODES)[number];

/** A secret by name, in the batch's folder or one of its own. */
export interface NamedItem {
  readonly secretKey: string;
  readonly secretPath?: string;
  readonly isPersonal?: boolean;
  /** Refused with 409 unless the secret is at this version. */
  readonly expectedVersion?: number;
}

/** Tags that are wanted anywhere in a batch. */
export const tagIdsIn = (items: readonly ItemChanges[]): readonly string[] =>
  items.flatMap(({ changes }) => changes.tagIds ?? []);

export interface ItemChanges extends NamedItem {
  readonly changes: SecretChanges;
}

export type ItemOutcome = 'create' | 'update' | 'delete' | 'skip';

/** What keeps an item from being done. */
export type Problem =
  | { readonly kind: Exclude<Kind, 'denied' | 'moved' | 'opens'> }
  | ({ readonly kind: 'denied' } & Denial)
  | { readonly kind: 'opens'; readonly actions: readonly string[] }
  | { readonly kind: 'moved'; readonly expectedVersion: number; readonly version: number | null };

/** What a batch does about one of its items. */
export interface Step {
  readonly index: number;
  readonly place: SecretLocation;
  readonly secretKey: string;
  readonly outcome: ItemOutcome;
  readonly problems: Problem[];
}

/** In the order in which they are told: 404, 403, 400, 409. */
const REFUSALS = {
  missing: ['secret-not-found', 'Secrets with these keys are not in the folder.'],
  noPersonal: [
    'secret-not-found',
    'You hold no personal secrets with these keys; for the shared ones use type shared.',
  ],
  unknownTag: ['tag-not-found', 'The project has no such tag.'],
  denied: ['permission-denied', 'You may not do this to secrets.'],
  opens: [
    'beyond-own-permissions',
    'This would open secrets to somebody by their new names or tags, and you may not grant that.',
  ],
  personal: ['no-personal-secrets', NO_PERSONAL_SECRETS],
  mixed: [
    'not-for-personal-secrets',
    'Personal and shared secrets are written by requests of their own. Send these in another one.',
  ],
  noShared: [
    'no-shared-secret',
    'A personal secret stands for a shared one. The folder has no shared secrets with these keys.',
  ],
  ofShared: [
    'not-for-personal-secrets',
    'A personal secret has the name and the tags of the shared one. Send none for these keys.',
  ],
  repeated: ['repeated-item', 'The same key occurs more than once in the batch.'],
  empty: ['missing-field', 'The new name must not be empty.'],
  lowerCase: ['upper-case-only', 'The project allows upper-case keys only.'],
  sameName: ['repeated-item', 'Several secrets of the batch would have the same name.'],
  tooLarge: ['too-much-at-once', 'The secrets together exceed 64 MiB. Send fewer at once.'],
  moved: ['version-changed', 'Secrets are at another version than expected.'],
  folderGone: ['concurrent-change', 'The folders in which secrets were are gone.'],
  taken: ['already-exists', 'Secrets with these keys already exist in the folder.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

type Kind = keyof typeof REFUSALS;

const KINDS = Object.keys(REFUSALS) as Kind[];
const ACTIONS: readonly SecretAction[] = [
  'create',
  'edit',
  'delete',
  'describeSecret',
  'readValue',
];

/** Throws the first kind of refusal there is, naming every item it is about. */
export function refuse(project: ProjectAccess, steps: readonly Step[]): void {
  const troubled = steps.filter((step) => step.problems.length > 0);
  if (troubled.length === 0) return;
  const kind = KINDS.find((each) => troubled.some((step) => problemOf(step, each)))!;
  if (kind === 'denied') throw refusalOf(project, troubled);
  const offenders = troubled.filter((step) => problemOf(step, kind));
  const [code, message] = REFUSALS[kind];
  const secretKeys = [...new Set(offenders.map((step) => step.secretKey))];
  throw new ApiError(code, `${message.replace(/\.$/, '')}: ${firstOf(secretKeys)}.`, {
    secretKeys,
    items: offenders.map((step) => ({ ...nameOf(step), ...moreOf(problemOf(step, kind)) })),
  });
}

/** All that lack the same right. */
function refusalOf(project: ProjectAccess, steps: readonly Step[]): ApiError {
  const all = steps.flatMap((step) =>
    step.problems.flatMap((problem) =>
      problem.kind === 'denied' ? [{ ...problem, index: step.index }] : [],
    ),
  );
  const action = ACTIONS.find((each) => all.some((denial) => denial.action === each))!;
  return batchDenied(
    project,
    action,
    all.filter((denial) => denial.action === action),
  );
}

const problemOf = (step: Step, kind: Kind): Problem | undefined =>
  step.problems.find((problem) => problem.kind === kind);

const nameOf = ({ index, place, secretKey }: Step) => ({
  index,
  secretPath: place.secretPath,
  secretKey,
});

function moreOf(problem: Problem | undefined): object {
  if (problem?.kind === 'opens') return { actions: problem.actions };
  return problem?.kind === 'moved'
    ? { expectedVersion: problem.expectedVersion, version: problem.version }
    : {};
}

/** The problem of a secret that is not at the expected version. `version` is null where there is no such secret. */
export const versionProblems = (
  expectedVersion: number | undefined,
  version: number | null,
): Problem[] =>
  expectedVersion === undefined || expectedVersion === version
    ? []
    : [{ kind: 'moved', expectedVersion, version }];

/** For previews: a batch itself is refused for a tag before there are steps, like anything unknown. */
export const tagProblems = (unknownTagIds: readonly string[]): Problem[] =>
  unknownTagIds.length > 0 ? [{ kind: 'unknownTag' }] : [];

/** Whether a name is in use is told to those only who might have it. */
export const tellTaken = (step: Step): void => {
  if (!problemOf(step, 'denied') && !problemOf(step, 'opens'))
    step.problems.push({ kind: 'taken' });
};

export interface Report {
  readonly accepted: boolean;
  readonly items: readonly ItemReport[];
  readonly wouldBeHeld?: Holder;
}

export interface ItemProblemReport {
  readonly error: ErrorName;
  readonly message: string;
  /** The present version, where another was expected. */
  readonly version?: number;
}

export interface ItemReport {
  readonly index: number;
  readonly secretPath: string;
  readonly secretKey: string;
  readonly outcome: ItemOutcome | 'refused';
  readonly problems: readonly ItemProblemReport[];
}

/** What the batch would do, item by item: accepted if and only if it would be done. */
export const reportOf = (steps: readonly Step[]): Report => ({
  accepted: steps.every((step) => step.problems.length === 0),
  items: steps.map((step) => ({
    ...nameOf(step),
    outcome: step.problems.length > 0 ? 'refused' : step.outcome,
    problems: step.problems.map(presentProblem),
  })),
});

function presentProblem(problem: Problem): ItemProblemReport {
  const [code, message] = REFUSALS[problem.kind];
  const [error] = ERROR_CODES[code];
  if (problem.kind === 'denied')
    return {
      error,
      message: deniedText(PROJECT_SUBJECTS, { subject: 'secrets', action: problem.action }, [
        { ...problem.attributes },
      ]),
    };
  const version = problem.kind === 'moved' ? problem.version : null;
  return { error, message, ...(version === null ? {} : { version }) };
}

/** One text for one name in one folder; neither part can hold NUL. */
export const nameKey = (secretPath: string, key: string): string => `${secretPath}\0${key}`;

/** The indexes of those that are not the first of their name, and of the first too. */
export function repeatedIn(names: readonly (string | null)[]): ReadonlySet<number> {
  const first = new Map<string, number>();
  const repeated = new Set<number>();
  names.forEach((name, index) => {
    if (name === null) return;
    const before = first.get(name);
    if (before === undefined) first.set(name, index);
    else repeated.add(before).add(index);
  });
  return repeated;
}
