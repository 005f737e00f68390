import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { canonicalEmail } from './email.field.js';
import { TextList } from './fields.js';
import { NoProblems } from './validation-problems.js';

/** The problems of those texts of a list that are wrong. What is no text is refused elsewhere. */
export const problemsOfTexts =
  (isWrong: (text: string) => boolean, message: string) =>
  (value: unknown): { code: string; path: number[]; message: string }[] =>
    Array.isArray(value)
      ? value.flatMap((each: unknown, index) =>
          typeof each === 'string' && isWrong(each)
            ? [{ code: 'invalid_value', path: [index], message }]
            : [],
        )
      : [];

const noAddress = problemsOfTexts(
  (text) => canonicalEmail(text) === null,
  'must be an e-mail address',
);

/** The canonical spelling of each; what is none stays to be refused. */
const Canonical = Transform(({ value }: { value: unknown }) =>
  Array.isArray(value)
    ? value.map((each: unknown) =>
        typeof each === 'string' ? (canonicalEmail(each) ?? each) : each,
      )
    : value,
);

/** E-mail addresses. The DTO has each in the canonical spelling. */
export const EmailList = (options: Parameters<typeof TextList>[0] = {}): PropertyDecorator =>
  applyDecorators(
    Canonical,
    NoProblems(noAddress, 'addresses'),
    TextList({ each: 254, form: { format: 'email' }, ...options }),
  );
