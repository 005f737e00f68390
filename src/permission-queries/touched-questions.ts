import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { listOf, type Rule } from '../permissions/rule.js';
import {
  type Attributes,
  impliedActions,
  rowOf,
  type SubjectTable,
} from '../permissions/subject-table.js';
import type { VisiblePlace } from './visible-places.js';

const TABLE: SubjectTable = PROJECT_SUBJECTS;

/** Fields by which places are told apart. What else is asked of a secret is not known before an event. */
const OF_PLACES = new Set(['environment', 'secretPath']);
const OF_NAMES = new Set(['secretName', 'secretTags']);
const OF_EVENTS = 'eventType';

/** A name that no secret has, for what rules say of names that they do not speak of. */
const NO_NAME = '\u{fffd}';

const fieldsOf = ({ conditions }: Rule): readonly string[] =>
  typeof conditions === 'object' && conditions !== null ? Object.keys(conditions) : [];

/** What can differ at a place, by subject: the actions that the changed rules speak of. */
export interface TouchedSubject {
  readonly subject: string;
  readonly actions: readonly string[];
  /** Whether rules tell secrets of one folder apart. */
  readonly byName: boolean;
}

export interface TouchedSubjects {
  /** The subjects that are asked about at every place. */
  readonly placed: readonly TouchedSubject[];
  /** Subjects without a place, or whose rules have conditions on more than it: their rules are compared. */
  readonly others: ReadonlySet<string>;
}

/** `held`: all rules that those concerned hold, before and after; `different`: those that only one of the two has. */
export function touchedSubjects(
  held: readonly Rule[],
  different: readonly Rule[],
): TouchedSubjects {
  const placed: TouchedSubject[] = [];
  const others = new Set<string>();
  for (const subject of new Set(different.flatMap((rule) => listOf(rule.subject)))) {
    const about = (rules: readonly Rule[]) =>
      rules.filter((rule) => listOf(rule.subject).includes(subject));
    const fields = new Set(about(held).flatMap(fieldsOf));
    const actions = actionsOf(subject, about(different));
    if (isPlaced(subject, fields))
      placed.push({ subject, actions, byName: [...fields].some((field) => OF_NAMES.has(field)) });
    else others.add(subject);
  }
  return { placed, others };
}

function actionsOf(subject: string, rules: readonly Rule[]): readonly string[] {
  const row = rowOf(TABLE, subject);
  return [
    ...new Set(
      rules.flatMap(({ action }) => listOf(action).flatMap((each) => impliedActions(row, each))),
    ),
  ];
}

function isPlaced(subject: string, fields: ReadonlySet<string>): boolean {
  const conditions = rowOf(TABLE, subject)?.conditions ?? {};
  const hasPlace = [...OF_PLACES].every((field) => Object.hasOwn(conditions, field));
  const isKnown = (field: string) =>
    OF_PLACES.has(field) || (subject === 'secrets' && (OF_NAMES.has(field) || field === OF_EVENTS));
  return hasPlace && [...fields].every(isKnown);
}

/** A question about one secret at a place; `name` null: about the whole folder. */
export interface PlaceQuestion {
  readonly attributes: Attributes;
  readonly actions: readonly string[];
  readonly name: string | null;
}

/** Everything but creation is asked of secrets that are there, and creation of a new name. */
export function questionsAt(
  { environment, secretPath, secrets }: VisiblePlace,
  { actions, byName }: TouchedSubject,
): readonly PlaceQuestion[] {
  const place = { environment, secretPath };
  if (!byName || secrets === null) return [{ attributes: place, actions, name: null }];
  const unnamed = { ...place, secretName: NO_NAME, secretTags: [] };
  if (secrets.length === 0) return [{ attributes: unnamed, actions, name: null }];
  const isCreating = (action: string) => action === 'create';
  const creating = actions.filter(isCreating);
  const ofSecrets = actions.filter((action) => !isCreating(action));
  const ofNew = { attributes: unnamed, actions: creating, name: null };
  const ofOld = secrets.map(({ secretName, secretTags }) => ({
    ...{ attributes: { ...place, secretName, secretTags }, actions: ofSecrets },
    name: secretName,
  }));
  return [...(creating.length > 0 ? [ofNew] : []), ...(ofSecrets.length > 0 ? ofOld : [])];
}
