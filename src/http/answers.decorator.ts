import { applyDecorators, HttpCode, type Type as Class } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';

type Part = Class | readonly [Class];

/** The schema of a class, of a list of it, or of a plain type. */
function schemaOf(part: Part): object {
  if (Array.isArray(part)) return { type: 'array', items: schemaOf((part as readonly [Class])[0]) };
  if (part === (Number as unknown)) return { type: 'integer', minimum: 0 };
  if (part === (String as unknown)) return { type: 'string' };
  return { $ref: getSchemaPath(part as Class) };
}

const modelOf = (part: Part): Class => (Array.isArray(part) ? part[0] : part) as Class;
const isModel = (model: unknown) => model !== Number && model !== String;

export interface AnswerOptions {
  readonly deprecated?: boolean;
  readonly description?: string;
  /** Members of the answer that are not always there. */
  readonly optional?: readonly string[];
}

/** Status 200 and the shape of the answer: an object of named parts, or one view, or a list of it, without wrapper. */
export function Answers(
  summary: string,
  answer: Part | Readonly<Record<string, Part>>,
  options: AnswerOptions = {},
): MethodDecorator {
  const { optional = [], ...operation } = options;
  const bare = typeof answer === 'function' || Array.isArray(answer) ? (answer as Part) : null;
  const parts = bare ? [] : Object.entries(answer as Readonly<Record<string, Part>>);
  const schema = bare
    ? schemaOf(bare)
    : {
        type: 'object',
        properties: Object.fromEntries(parts.map(([name, part]) => [name, schemaOf(part)])),
        required: parts.map(([name]) => name).filter((name) => !optional.includes(name)),
      };
  const models = (bare ? [bare] : parts.map(([, part]) => part)).map(modelOf).filter(isModel);
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary, ...operation }),
    ApiExtraModels(...models),
    ApiOkResponse({ description: 'Done', schema }),
  );
}
