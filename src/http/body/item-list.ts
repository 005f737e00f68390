import 'reflect-metadata';
import { setImmediate as turn } from 'node:timers/promises';
import { ValidateBy } from 'class-validator';
import type { FieldError } from '../../errors/api-error.js';

/** How a list of many items is taken in. */
export interface ItemListOptions {
  readonly max: number;
  /** What the items are called in a refusal. */
  readonly name: string;
  readonly toItem: (value: unknown) => unknown;
  readonly problems: (item: unknown, index: number) => FieldError[];
}

type Key = string | symbol;

const LISTS = Symbol('itemLists');

/** Milliseconds of work on items before the loop gets its turn. */
const PART = 10;

/** A list so long that its items are converted and judged one by one, and the loop gets its turn in between. */
export const ItemList =
  (options: ItemListOptions): PropertyDecorator =>
  (target, key) => {
    const others = (Reflect.getMetadata(LISTS, target) ?? []) as object[];
    Reflect.defineMetadata(LISTS, [...others, [key, options]], target);
    const problems = (value: unknown) => listProblems(value, options);
    const rule = {
      name: 'itemList',
      validator: {
        validate: (value: unknown) => problems(value).length === 0,
        defaultMessage: () => '$property must be an array',
      },
    };
    ValidateBy(rule, { context: { problems } })(target, key);
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

/** Converts the items of a DTO's lists, and gives at most so many problems with them. */
export async function takeItems(dto: object, most: number): Promise<FieldError[]> {
  const found: FieldError[] = [];
  let end = performance.now() + PART;
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
      if (performance.now() < end) continue;
      await turn();
      end = performance.now() + PART;
    }
    (dto as Record<Key, unknown>)[key] = items;
  }
  return found;
}
