import type { Ability } from '../permissions/ability.js';
import { isObject } from '../permissions/plain-object.js';
import type { ProjectSubjects } from '../permissions/project-subjects.js';

type Target = Readonly<Record<string, unknown>>;

interface SecretsLocation {
  readonly environment: string | null;
  readonly secretPath: string | null;
}

const NOWHERE: SecretsLocation = { environment: null, secretPath: null };

/** Lists of a target that stand beside `secretKeys`, element by element. */
const ALIGNED = ['secretKeys', 'secretPaths', 'versions'];
/** Lists of a target that repeat some of its names. */
const REPEATING = ['createdKeys', 'deletedKeys'];

/**
 * The target of an entry without the names of secrets that the reader may not know of; null if it is about
 * such secrets only. An entry does not know of tags, so rules that ask for tags hide.
 */
export function visibleTarget(target: Target, ability: Ability<ProjectSubjects>): Target | null {
  const { shown, hidden, left } = visible(target, ability);
  return hidden > 0 && left === 0 ? null : shown;
}

interface Visible {
  readonly shown: Target;
  readonly hidden: number;
  /** Names that are left. */
  readonly left: number;
}

function visible(target: Target, ability: Ability<ProjectSubjects>): Visible {
  const folders = listAt(target, 'folders').map((folder) => visible(folder as Target, ability));
  const items = listAt(target, 'items').filter(isObject);
  const seen = items.filter((item) => mayKnowItem(ability, item));
  const rules = listAt(target, 'permissions').filter(isObject);
  const known = rules.filter((rule) => mayKnowRule(ability, locationOf(target), rule));
  const own = visibleNames(target, ability, seen.flatMap(namesOfItem));
  const all = [own, ...folders, counted(items, seen), counted(rules, known)];
  const hidden = all.reduce((sum, each) => sum + each.hidden, 0);
  const left = all.reduce((sum, each) => sum + each.left, 0);
  if (hidden === 0) return { shown: target, hidden, left };
  const { count } = target;
  const isNamed = ({ hidden: h, left: l }: Visible) => h === 0 || l > 0;
  const shown = {
    ...own.shown,
    ...(folders.length > 0 ? { folders: folders.filter(isNamed).map((each) => each.shown) } : {}),
    ...(items.length > 0 ? { items: seen } : {}),
    ...(rules.length > 0 ? { permissions: known } : {}),
    ...(typeof count === 'number' ? { count: count - hidden } : {}),
  };
  return { shown, hidden, left };
}

const counted = (all: readonly Target[], seen: readonly Target[]) => ({
  hidden: all.length - seen.length,
  left: seen.length,
});

/** What somebody proposed for one secret: each has its place, or it is not known where it was. */
function mayKnowItem(ability: Ability<ProjectSubjects>, item: Target): boolean {
  const here = locationOf(item);
  const {
    newEnvironment: environment = here.environment,
    newSecretPath: secretPath = here.secretPath,
  } = item;
  const there = locationOf({ environment, secretPath });
  const [name, next] = [item['secretKey'], item['newSecretKey'] ?? item['secretKey']].map(String);
  return mayName(ability, here, name!) && mayName(ability, there, next!);
}

const namesOfItem = ({ secretKey, newSecretKey }: Target): string[] =>
  [secretKey, newSecretKey].filter((name) => typeof name === 'string');

/** Whether what a rule is about may be told: conditions name secrets and tags. */
function mayKnowRule(
  ability: Ability<ProjectSubjects>,
  place: SecretsLocation,
  { conditions }: Target,
): boolean {
  if (!isObject(conditions)) return true;
  const names = textsIn(conditions['secretName']);
  const asksForTags = conditions['secretTags'] !== undefined;
  return (
    names.every((name) => mayName(ability, place, name)) &&
    (!asksForTags || ability.allows('read', 'tags'))
  );
}

/** All texts of a condition, whatever its operators. */
function textsIn(condition: unknown): string[] {
  if (typeof condition === 'string') return [condition];
  return typeof condition === 'object' && condition !== null
    ? Object.values(condition).flatMap(textsIn)
    : [];
}

/** `named`: names that the entry tells elsewhere, and that the reader may know. */
function visibleNames(
  target: Target,
  ability: Ability<ProjectSubjects>,
  named: readonly string[],
): Visible {
  const names = listAt(target, 'secretKeys') as readonly string[];
  const paths = listAt(target, 'secretPaths') as readonly string[];
  const location = locationOf(target);
  const destination = target['destination'];
  const mayKnow = (name: string, index: number) =>
    mayName(ability, { ...location, secretPath: paths[index] ?? location.secretPath }, name) &&
    (!isObject(destination) || mayName(ability, locationOf(destination), name));
  const isVisible = names.map(mayKnow);
  const left = isVisible.filter(Boolean).length;
  const hidden = names.length - left;
  const known = new Set([...names.filter((_, index) => isVisible[index]), ...named]);
  const isRepeated = (name: unknown) => known.has(name as string);
  const shown = Object.fromEntries(
    Object.entries(target).map(([field, value]) => {
      if (!Array.isArray(value)) return [field, value];
      if (ALIGNED.includes(field)) return [field, value.filter((_, index) => isVisible[index])];
      return [field, REPEATING.includes(field) ? value.filter(isRepeated) : value];
    }),
  );
  return { shown, hidden, left };
}

const mayName = (
  ability: Ability<ProjectSubjects>,
  location: SecretsLocation,
  secretName: string,
): boolean =>
  ability.allows('describeSecret', 'secrets', {
    ...location,
    secretName,
    secretTags: null,
    eventType: null,
  });

/** Whether a target names the secret, or the folder, that is asked for. */
export function namesSecret(target: Target, secretKey: string): boolean {
  const isNamed =
    listAt(target, 'secretKeys').includes(secretKey) || namesOfItem(target).includes(secretKey);
  return isNamed || parts(target).some((each) => namesSecret(each, secretKey));
}

export function namesPath(target: Target, path: string): boolean {
  const isNamed = target['secretPath'] === path || listAt(target, 'secretPaths').includes(path);
  return isNamed || nested(target).some((each) => namesPath(each, path));
}

/** The folders and the proposed changes that a target lists. */
const parts = (target: Target): Target[] =>
  [...listAt(target, 'folders'), ...listAt(target, 'items')].filter(isObject);

const nested = (target: Target): Target[] => [
  ...Object.values(target).filter(isObject),
  ...parts(target),
];

const listAt = (target: Target, field: string): readonly unknown[] => {
  const value = target[field];
  return Array.isArray(value) ? value : [];
};

function locationOf(target: Target): SecretsLocation {
  const { environment, secretPath } = { ...NOWHERE, ...target } as Readonly<
    Record<string, unknown>
  >;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { environment: text(environment), secretPath: text(secretPath) };
}
