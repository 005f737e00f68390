import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Characters of a text: code points, as the document counts them. */
const lengthOf = (text: string): number => [...text].length;

/** Whether a text has at most so many characters: code points, as the document counts them. */
export const hasAtMost = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);

/** Like `Length` of class-validator, whose sentence counts UTF-16 units, and says of a text that it is too long when it is too short. */
export const HasLength = (min: number, max: number): PropertyDecorator =>
  ValidateBy({
    name: 'isLength',
    constraints: [min, max],
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && hasAtMost(max, value) && isAtLeast(min, value),
      defaultMessage: (args?: ValidationArguments) => {
        const value: unknown = args?.value;
        const atLeast = 'longer than or equal to $constraint1';
        const atMost = 'shorter than or equal to $constraint2';
        if (typeof value !== 'string')
          return `$property must be ${atLeast} and ${atMost} characters`;
        return `$property must be ${hasAtMost(max, value) ? atLeast : atMost} characters`;
      },
    },
  });

const isAtLeast = (min: number, text: string): boolean =>
  text.length >= min && (text.length >= 2 * min || lengthOf(text) >= min);
