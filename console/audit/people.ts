import type { Entry } from './model';

/** Somebody who may be chosen: by a name that tells them from each other. */
export interface Known {
  readonly id: string;
  readonly name: string;
}

/** Each once, by name; of the same name with the beginning of the id. */
export function choicesOf(people: readonly Known[]): Known[] {
  const byId = new Map(people.map((each) => [each.id, each]));
  const all = [...byId.values()].sort((one, other) => one.name.localeCompare(other.name));
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.map(({ id, name }) => ({
    id,
    name: counts.get(name)! > 1 ? `${name} (${id.slice(0, 8)})` : name,
  }));
}

export const actorsOf = (entries: readonly Entry[]): Known[] =>
  entries.flatMap(({ actor: { id, name } }) => (id === undefined ? [] : [{ id, name }]));

/** The id of what was chosen or typed; an id may be pasted. */
export const idOf = (text: string, choices: readonly Known[]): string =>
  choices.find(({ name }) => name === text)?.id ?? text;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is neither the id of somebody who may be chosen nor any other id. */
export const isUnknown = (text: string, choices: readonly Known[]): boolean =>
  text !== '' && !ID.test(text) && choices.every(({ id }) => id !== text);
