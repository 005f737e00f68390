import type { Ability } from '../permissions/ability.js';
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
  const own = visibleNames(target, ability);
  const folders = listAt(target, 'folders').map((folder) => visible(folder as Target, ability));
  const hidden = folders.reduce((sum, each) => sum + each.hidden, own.hidden);
  const left = folders.reduce((sum, each) => sum + each.left, own.left);
  if (hidden === 0) return { shown: target, hidden, left };
  const { count } = target;
  const isNamed = ({ hidden: h, left: l }: Visible) => h === 0 || l > 0;
  const shown = {
    ...own.shown,
    ...(folders.length > 0 ? { folders: folders.filter(isNamed).map((each) => each.shown) } : {}),
    ...(typeof count === 'number' ? { count: count - hidden } : {}),
  };
  return { shown, hidden, left };
}

function visibleNames(target: Target, ability: Ability<ProjectSubjects>): Visible {
  const names = listAt(target, 'secretKeys') as readonly string[];
  const paths = listAt(target, 'secretPaths') as readonly string[];
  const location = locationOf(target);
  const destination = target['destination'];
  const mayKnow = (name: string, index: number) =>
    mayName(ability, { ...location, secretPath: paths[index] ?? location.secretPath }, name) &&
    (!isTarget(destination) || mayName(ability, locationOf(destination), name));
  const isVisible = names.map(mayKnow);
  const left = isVisible.filter(Boolean).length;
  const hidden = names.length - left;
  if (hidden === 0) return { shown: target, hidden, left };
  const known = new Set(names.filter((_, index) => isVisible[index]));
  const shown = Object.fromEntries(
    Object.entries(target).map(([field, value]) => {
      if (!Array.isArray(value)) return [field, value];
      if (ALIGNED.includes(field)) return [field, value.filter((_, index) => isVisible[index])];
      const repeats = REPEATING.includes(field);
      return [field, repeats ? value.filter((name) => known.has(name as string)) : value];
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
  const isNamed = listAt(target, 'secretKeys').includes(secretKey);
  return (
    isNamed || listAt(target, 'folders').some((each) => namesSecret(each as Target, secretKey))
  );
}

export function namesPath(target: Target, path: string): boolean {
  const isNamed = target['secretPath'] === path || listAt(target, 'secretPaths').includes(path);
  return isNamed || nested(target).some((each) => namesPath(each, path));
}

const nested = (target: Target): Target[] =>
  [...Object.values(target), ...listAt(target, 'folders')].filter(isTarget);

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
