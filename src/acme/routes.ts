import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import { BodyLimit, BytesBody } from '../http/body/body.guard.js';

const JOSE = 'application/jose+json';
const MAX_MESSAGE = 64 * 1024;
export const CHAIN_TYPE = 'application/pem-certificate-chain';

/** What a route answers when all is well: a view, a chain of certificates, or nothing. */
export interface AcmeAnswer {
  readonly status?: number;
  readonly body: Type | 'chain' | null;
}

const CHAIN = {
  [CHAIN_TYPE]: {
    schema: { type: 'string' as const, format: 'binary' },
    example: '-----BEGIN CERTIFICATE-----',
  },
};

/** A route that anybody may ask, without a signature. */
export const Unsigned = (summary: string, { status = 200, body }: AcmeAnswer) =>
  applyDecorators(
    Public(),
    HttpCode(status),
    ApiOperation({ summary }),
    // It is read from the path as it was received, which tells the family too.
    ApiParam({ name: 'profileId', type: String }),
    ApiResponse({
      ...{ status, description: 'Done' },
      ...(body === 'chain' ? { content: CHAIN } : body ? { type: body } : {}),
    }),
  );

/** A route for messages that are signed by the key of an account (JWS). */
export const Signed = (summary: string, answer: AcmeAnswer) =>
  applyDecorators(
    Unsigned(summary, answer),
    BodyLimit(MAX_MESSAGE),
    BytesBody(JOSE),
    ApiConsumes(JOSE),
    ApiBody({
      schema: {
        type: 'string',
        format: 'binary',
        example: '(a flattened JWS as RFC 8555, 6.2 has it)',
      },
    }),
  );
