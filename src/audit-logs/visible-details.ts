import type { Ability } from '../permissions/ability.js';
import { isObject } from '../permissions/plain-object.js';
import type { ProjectSubjects } from '../permissions/project-subjects.js';
import { type DetailRight, holdsRight } from './detail-rights.js';
import { rightFor } from './entry-details.js';

type Target = Readonly<Record<string, unknown>>;

/** Keeps of a value what is chosen by its path; undefined where nothing of it is left. */
function chosen(value: unknown, path: string, isChosen: (path: string) => boolean): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isObject)) return isChosen(path) ? value : undefined;
    const elements = value.map((each) => chosen(each, path, isChosen));
    return elements.every((each) => each === undefined) ? undefined : elements;
  }
  if (!isObject(value)) return isChosen(path) ? value : undefined;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const kept = chosen(each, path === '' ? key : `${path}.${key}`, isChosen);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The target of an entry without the details that the reader has no right to, and those that nobody has classified. */
export function visibleDetails(
  action: string,
  target: Target,
  ability: Ability<ProjectSubjects>,
): Target {
  const held = new Map<DetailRight, boolean>();
  const holds = (right: DetailRight): boolean => {
    const known = held.get(right) ?? holdsRight(right, ability, target);
    held.set(right, known);
    return known;
  };
  const isShown = (path: string): boolean => {
    const right = rightFor(action, path);
    return right === 'known' || (right !== null && holds(right));
  };
  return (chosen(target, '', isShown) ?? {}) as Target;
}

/** The paths of the details of an entry that nobody has classified. */
export function unclassifiedIn(action: string, target: Target): string[] {
  const paths = new Set<string>();
  chosen(target, '', (path) => {
    if (rightFor(action, path) === null) paths.add(path);
    return true;
  });
  return [...paths];
}
