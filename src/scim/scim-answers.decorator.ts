import { applyDecorators, Header, HttpCode, type Type as Class } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';

export const SCIM_JSON = 'application/scim+json';

interface ScimAnswerOptions {
  /** Default: 200. */
  readonly status?: 200 | 201;
  /** What the body is, where there is one. Its fields are read by their names in any case. */
  readonly takes?: Class;
}

/** An answer in SCIM's media type, whatever of the two types the request came in. */
export function ScimAnswers(
  summary: string,
  view: Class,
  { status = 200, takes }: ScimAnswerOptions = {},
): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    Header('Content-Type', SCIM_JSON),
    ApiOperation({ summary }),
    ApiProduces(SCIM_JSON),
    ApiExtraModels(view),
    ApiResponse({ status, description: 'Done', schema: { $ref: getSchemaPath(view) } }),
    ...(takes ? [ApiConsumes('application/json', SCIM_JSON), ApiBody({ type: takes })] : []),
  );
}

/** An answer without a body. */
export const ScimDeletes = (summary: string): MethodDecorator =>
  applyDecorators(
    HttpCode(204),
    ApiOperation({ summary }),
    ApiResponse({ status: 204, description: 'Deleted' }),
  );
