import './validation.pipe.js';
import { describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage, IsInt, IsString, validateSync } from 'class-validator';
import { rememberRules } from './remembered-rules.js';

class Base {
  @IsString()
  readonly name: unknown = 1;
}

class Longer extends Base {
  @IsInt()
  readonly size: unknown = 'x';
}

const failing = (value: object) =>
  validateSync(value).map(({ property, constraints }) => [property, Object.keys(constraints!)]);

describe('rememberRules', () => {
  it('looks the rules of a class up once, those that it inherits too', () => {
    const storage = getMetadataStorage();
    const original = storage.getTargetValidationMetadatas;
    const find = jest.fn(original.bind(storage));
    storage.getTargetValidationMetadatas = find;
    rememberRules(storage);
    try {
      const all = [
        ['size', ['isInt']],
        ['name', ['isString']],
      ];
      for (let n = 0; n < 3; n++) {
        expect(failing(new Base())).toEqual([['name', ['isString']]]);
        expect(failing(new Longer())).toEqual(all);
      }
      expect(find).toHaveBeenCalledTimes(2);
    } finally {
      storage.getTargetValidationMetadatas = original;
    }
  });

  it('keeps apart what is asked with other groups', () => {
    class Grouped {
      @IsInt({ groups: ['a'] })
      readonly first: unknown = 'x';

      @IsInt({ groups: ['b'] })
      readonly second: unknown = 'x';
    }
    const failingOf = (group: string) =>
      validateSync(new Grouped(), { groups: [group] }).map(({ property }) => property);
    expect([failingOf('a'), failingOf('b'), failingOf('a')]).toEqual([
      ['first'],
      ['second'],
      ['first'],
    ]);
  });
});
