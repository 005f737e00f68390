import 'reflect-metadata';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FreeObject, ListOf, Text } from './fields.js';
import { ItemList } from './item-list.js';
import { toDto } from './to-dto.js';
import { ValidationPipe } from './validation.pipe.js';

class Part {
  @Text()
  name: string;
}

class Dto {
  @Text({ optional: true })
  name?: string;
  @FreeObject({ optional: true })
  free?: object;
  @ListOf(() => Part, { optional: true, max: 3 })
  parts?: Part[];
}

/** An object that fails when anything but its names is looked at. */
function untouchable(keys: number): object {
  const object = {};
  for (let i = 0; i < keys; i++) {
    Object.defineProperty(object, `k${i}`, {
      enumerable: true,
      get: () => {
        throw new Error('was looked at');
      },
    });
  }
  return object;
}

describe('toDto', () => {
  it('never looks at what the DTO does not know, at the top and below', () => {
    const part = Object.assign(untouchable(1_000), { name: 'a' });
    const plain = Object.assign(untouchable(1_000), { name: 'b', parts: [part] });

    expect(toDto(Dto, plain)).toEqual({ name: 'b', parts: [{ name: 'a' }] });
  });

  it('takes an object of free form over as it is', () => {
    const free = untouchable(1_000);

    expect((toDto(Dto, { free }) as Dto).free).toBe(free);
  });

  it('makes no more items of a list than it takes to refuse it', () => {
    const { parts } = toDto(Dto, { parts: Array.from({ length: 90_000 }, () => ({})) }) as Dto;

    expect(parts).toHaveLength(4);
  });

  it.each([{}, [], null, undefined, 'text', 7])('makes an empty DTO of %j', (value) => {
    expect({ ...toDto(Dto, value) }).toEqual({});
  });
});

describe('a list of many items', () => {
  class Batch {
    @ItemList({
      max: 1_000,
      name: 'items',
      toItem: (value) => value,
      problems: (item) => {
        const end = performance.now() + 1;
        while (performance.now() < end);
        return item === 'bad' ? [{ code: 'invalid_value', path: [], message: 'bad' }] : [];
      },
    })
    items: unknown[];
  }
  const pipe = new ValidationPipe();
  const judge = (items: unknown) =>
    pipe.transform({ items }, { type: 'body', metatype: Batch }) as Promise<Batch>;

  it('lets the loop turn while it is judged', async () => {
    let turns = 0;
    let isOver = false;
    const judged = judge(Array.from({ length: 200 }, () => 'good')).finally(() => (isOver = true));
    for (; !isOver; turns++) await turn();

    expect((await judged).items).toHaveLength(200);
    expect(turns).toBeGreaterThan(10);
  });

  it.each<[string, unknown, number]>([
    ['no list', {}, 1],
    ['an empty list', [], 1],
    ['a list that is too long', Array.from({ length: 90_000 }, () => 'bad'), 1],
    ['many bad items', Array.from({ length: 150 }, () => 'bad'), 100],
  ])('is refused for %s', async (_, items, problems) => {
    await expect(judge(items)).rejects.toMatchObject({ error: 'ValidationFailure' });
    await expect(judge(items)).rejects.toHaveProperty('reason.length', problems);
  });
});
