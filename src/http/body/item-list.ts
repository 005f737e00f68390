import 'reflect-metadata';
import type { FieldError } from '../../errors/api-error.js';
import { TimeSlices } from '../limits/time-slices.js';
import { NoProblems } from './validation-problems.js';

/** How the items of a long list are converted and validated. */
export interface ItemListOptions {
  readonly max: number;
  /** What the items are called in a refusal. */
  readonly name: string;
  readonly toItem: (value: unknown) => unknown;
  readonly problems: (item: unknown, index: number) => FieldError[];
}

type Key = string | symbol;

const LISTS = Symbol('itemLists');

/** A list so long that its items are converted and validated one by one, other requests being served in between. */
export const ItemList =
  (options: ItemListOptions): PropertyDecorator =>
  (target, key) => {
    const others = (Reflect.getMetadata(LISTS, target) ?? []) as object[];
    Reflect.defineMetadata(LISTS, [...others, [key, options]], target);
    NoProblems((value) => listProblems(value, options))(target, key);
  };

function listProblems(value: unknown, { max, name }: ItemListOptions): FieldError[] {
  if (!Array.isArray(value)) {
    return [{ code: 'invalid_type', path: [], message: `${name} must be an array` }];
  }
  if (value.length >= 1 && value.length <= max) return [];
  const code = value.length < 1 ? 'too_small' : 'too_big';
  return [{ code, path: [], message: `${name} must contain 1 to ${max} elements` }];
}

/** The lists of a DTO; null where it has none. */
export function itemListsOf(dto: object): readonly (readonly [Key, ItemListOptions])[] | null {
  return (Reflect.getMetadata(LISTS, dto) ?? null) as ReturnType<typeof itemListsOf>;
}

/** Converts the items of a DTO's lists in place; returns their problems, at most about `most`. */
export async function convertItems(dto: object, most: number): Promise<FieldError[]> {
  const found: FieldError[] = [];
  const slices = new TimeSlices();
  for (const [key, { max, toItem, problems }] of itemListsOf(dto) ?? []) {
    const list = (dto as Record<Key, unknown>)[key];
    if (!Array.isArray(list) || list.length > max) continue;
    const items: unknown[] = [];
    for (const [index, value] of list.entries()) {
      items.push(toItem(value));
      for (const { path, ...problem } of problems(items[index], index)) {
        found.push({ ...problem, path: [String(key), ...path] });
      }
      if (found.length >= most) return found;
      if (slices.isOver) await slices.turn();
    }
    (dto as Record<Key, unknown>)[key] = items;
  }
  return found;
}
