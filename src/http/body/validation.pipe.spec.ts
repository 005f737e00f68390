import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { ApiError, type FieldError } from '../../errors/api-error.js';
import {
  Flag,
  Id,
  ListOf,
  OneOf,
  QueryFlag,
  QueryIntField,
  Slug,
  Text,
  TextList,
  DateTimeField,
  IntField,
} from './fields.js';
import { Strict } from './strict.decorator.js';
import { ValidationPipe } from './validation.pipe.js';

class Part {
  @Text({ min: 1, max: 3 })
  name: string;
}

class Dto {
  @Text({ optional: true, max: 5 })
  text?: string;
  @Text({ optional: true, trim: false, max: 5 })
  raw?: string;
  @Text({ optional: true, nullable: true })
  clearable?: string | null;
  @Slug(4, { optional: true })
  slug?: string;
  @Id({ optional: true })
  id?: string;
  @Flag({ optional: true })
  flag?: boolean;
  @IntField({ optional: true, min: 1, max: 10 })
  whole?: number;
  @QueryFlag()
  queryFlag?: boolean;
  @QueryIntField({ min: 0, max: 100 })
  queryWhole?: number;
  @OneOf(['a', 'b'], { optional: true })
  choice?: string;
  @DateTimeField({ optional: true })
  when?: string;
  @TextList({ optional: true, max: 2, each: 3 })
  texts?: string[];
  @ListOf(() => Part, { optional: true, min: 1, max: 2 })
  parts?: Part[];

  toDraft(): string {
    return 'a method';
  }
}

@Strict()
class StrictDto {
  @Text()
  name: string;
  toDraft(): string {
    return 'a method';
  }
}

const pipe = new ValidationPipe();
const asBody = { type: 'body', metatype: Dto } as const;
const transform = (value: unknown, metatype: new () => object = Dto) =>
  pipe.transform(value, { ...asBody, metatype });

function problemsOf(value: unknown, metatype: new () => object = Dto): readonly FieldError[] {
  try {
    transform(value, metatype);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ error: 'ValidationFailure' });
    return (error as ApiError).reason as readonly FieldError[];
  }
}

describe('ValidationPipe', () => {
  it('makes the DTO, and drops what it does not know', () => {
    const dto = transform({ text: 'a', unknown: 1, toDraft: 'no method' }) as Dto;

    expect(dto).toEqual({ text: 'a' });
    expect(dto).toBeInstanceOf(Dto);
    expect(dto.toDraft()).toBe('a method');
  });

  it.each<[object, object]>([
    [{ text: '  a ' }, { text: 'a' }],
    [{ raw: '  a ' }, { raw: '  a ' }],
    [{ text: null }, {}],
    [{ clearable: null }, { clearable: null }],
    [{ queryFlag: 'true' }, { queryFlag: true }],
    [{ queryFlag: 'false' }, { queryFlag: false }],
    [{ queryFlag: true }, { queryFlag: true }],
    [{ queryFlag: 'True' }, { queryFlag: true }],
    [{ queryFlag: 'FALSE' }, { queryFlag: false }],
    [{ queryFlag: '1' }, { queryFlag: true }],
    [{ queryFlag: '0' }, { queryFlag: false }],
    [{ queryWhole: '7' }, { queryWhole: 7 }],
    [{ queryWhole: 7 }, { queryWhole: 7 }],
    [{ queryWhole: '007' }, { queryWhole: 7 }],
    [{ whole: -0 + 1 }, { whole: 1 }],
    [{ when: '2026-11-21T12:00:00Z' }, { when: '2026-11-21T12:00:00Z' }],
    [{ when: ' 2026-11-21T12:00' }, { when: '2026-11-21T12:00Z' }],
    [{ when: '2026-11-21T12:00:00.5+05:30' }, { when: '2026-11-21T12:00:00.5+05:30' }],
    [{ when: '2026-11-21' }, { when: '2026-11-21' }],
    [{ parts: [{ name: 'a', more: 1 }] }, { parts: [{ name: 'a' }] }],
  ])('turns %j into %j', (value, dto) => {
    expect({ ...(transform(value) as object) }).toEqual(dto);
  });

  it.each([
    { text: 'abcdef' },
    { text: 1 },
    { text: ['a'] },
    { text: { a: 1 } },
    { text: 'a\0' },
    { slug: 'A' },
    { slug: 'a--b' },
    { slug: 'a-' },
    { slug: 'abcde' },
    { slug: '' },
    { id: '' },
    { id: { $ne: 1 } },
    { flag: 'true' },
    { flag: 1 },
    { whole: 0 },
    { whole: 11 },
    { whole: 1.5 },
    { whole: '5' },
    { whole: true },
    { whole: 1e21 },
    { queryFlag: 'yes' },
    { queryFlag: '2' },
    { queryFlag: 'constructor' },
    { queryFlag: ['true', 'false'] },
    { queryWhole: '-1' },
    { queryWhole: '101' },
    { queryWhole: '1e1' },
    { queryWhole: '0x10' },
    { queryWhole: ' 5' },
    { queryWhole: '1.0' },
    { queryWhole: '+5' },
    { queryWhole: '٣' },
    { queryWhole: '9'.repeat(30) },
    { queryWhole: ['1', '2'] },
    { choice: 'A' },
    { choice: ['a'] },
    { when: '2026-02-30T00:00:00Z' },
    { when: 'yesterday' },
    { when: '20360101T100000Z' },
    { when: '2036-W01' },
    { when: '2036-123' },
    { when: '2036-01-01T10' },
    { when: '2036-01-01T10:00:00,5Z' },
    { when: '2036-01-01T25:00:00Z' },
    { when: '0000-01-01T00:00:00Z' },
    { when: ['2036-01-01'] },
    { texts: 'a' },
    { texts: ['a', 'b', 'c'] },
    { texts: ['abcd'] },
    { texts: [1] },
    { parts: [] },
    { parts: {} },
    { parts: [null] },
    { parts: ['a'] },
    { parts: [[]] },
    { parts: [{}] },
    { parts: [{ name: 'abcd' }] },
  ])('refuses %j', (value) => {
    const problems = problemsOf(value);

    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      path: expect.arrayContaining([Object.keys(value)[0]]),
      message: expect.any(String),
    });
  });

  it('says of a field that was not sent that it is missing, and no more', () => {
    expect(problemsOf({ parts: [{}] })).toEqual([
      {
        code: 'invalid_type',
        path: ['parts', 0, 'name'],
        message: 'name is missing: it must be a string',
      },
    ]);
  });

  it('names what was sent under a name like that of a missing field', () => {
    expect(problemsOf({ Name: 'a', other: 1 }, StrictDto)).toContainEqual({
      code: 'invalid_type',
      path: ['name'],
      message: "name is missing: it must be a string. 'Name' is no field",
    });
  });

  it('leads to a field by keys and indexes', () => {
    const problems = problemsOf({ parts: [{ name: 'a' }, { name: 7 }] });

    expect(problems).toEqual([
      { code: 'invalid_type', path: ['parts', 1, 'name'], message: 'name must be a string' },
    ]);
  });

  it('never repeats a value', () => {
    const canary = 'canary-'.repeat(10);
    const values = [
      'text',
      'slug',
      'choice',
      'when',
      'whole',
      'flag',
      'texts',
      'parts',
      'queryWhole',
    ];
    for (const field of values) {
      const problems = problemsOf({ [field]: canary });
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain('canary');
    }
  });

  it('lists 100 problems at most', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]));

    expect(problemsOf({ name: 'a', ...unknown }, StrictDto)).toHaveLength(100);
  });

  it.each(['unknown', 'toDraft', 'x'.repeat(100)])(
    'refuses %.10s where the DTO is strict',
    (name) => {
      expect(problemsOf({ name: 'a', [name]: 1 }, StrictDto)).toEqual([
        { code: 'unrecognized_keys', path: [name.slice(0, 64)], message: 'Unknown property' },
      ]);
    },
  );

  it('finds nothing for a path parameter with NUL, and leaves the others alone', () => {
    const asParam = { type: 'param', metatype: String } as const;

    expect(pipe.transform('a b', asParam)).toBe('a b');
    expect(() => pipe.transform('a\0', asParam)).toThrow(
      expect.objectContaining({ error: 'NotFound' }),
    );
  });
});

describe('a query that was asked before', () => {
  class Page {
    @QueryIntField({ min: 0, max: 100 })
    limit?: number;
  }
  class Steps {
    @QueryIntField({ min: 0, max: 5 })
    limit?: number;
  }
  class Names {
    @TextList({ max: 3 })
    names: string[];
  }
  const pipe = new ValidationPipe();
  const query = (metatype: new () => object, value: object) =>
    pipe.transform(value, { type: 'query', metatype });

  it('is the same DTO, which nobody can change', () => {
    const first = query(Page, { limit: '7', token: 'one' });
    expect(first).toEqual({ limit: 7 });
    expect(query(Page, { limit: '7', token: 'one' })).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    expect(query(Page, { limit: '8', token: 'one' })).toEqual({ limit: 8 });
  });

  it('cannot be changed in its lists, either', () => {
    const { names } = query(Names, { names: ['a', 'b'] }) as Names;
    expect(() => names.reverse()).toThrow(TypeError);
    expect(query(Names, { names: ['a', 'b'] })).toEqual({ names: ['a', 'b'] });
    expect(query(Names, { names: ['a,b'] })).toEqual({ names: ['a,b'] });
  });

  it('is judged by its own class, and each time if it is bad', () => {
    expect(query(Page, { limit: '9' })).toBeInstanceOf(Page);
    expect(() => query(Steps, { limit: '9' })).toThrow(ApiError);
    expect(() => query(Steps, { limit: '9' })).toThrow(ApiError);
    expect(query(Steps, { limit: '5' })).toBeInstanceOf(Steps);
  });

  it('keeps numbers and texts apart', () => {
    expect(query(Page, { limit: '7' })).toEqual({ limit: 7 });
    expect(() => query(Page, { limit: ['7'] })).toThrow(ApiError);
  });
});
