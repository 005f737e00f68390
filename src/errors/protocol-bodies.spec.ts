import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  permissionDenied,
  tooManyRequests,
  tokenInvalid,
} from './api-error.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ERROR_STATUS, type ErrorName } from './error-names.js';
import { errorAnswer } from './protocol-bodies.js';

const REQ_ID = 'req-4kTq0Zc81bXyAm';
const NAMES = Object.keys(ERROR_STATUS) as ErrorName[];

/** An error of that name, whatever its code. */
const named = (name: ErrorName, reason: string) =>
  new ApiError(
    (Object.keys(ERROR_CODES) as ErrorCode[]).find((code) => ERROR_CODES[code][0] === name)!,
    reason,
  );
const PROBLEM = { code: 'invalid_type', path: ['a', 0], message: 'a must be text' };

describe('ApiError', () => {
  it.each([
    [badRequest('not-offered', 'x'), 400, 'BadRequest'],
    [tokenInvalid(), 401, 'UnauthorizedError'],
    [permissionDenied('permission-denied', 'x'), 403, 'PermissionDenied'],
    [forbidden('instance-admin-only', 'x'), 403, 'ForbiddenError'],
    [notFound(), 404, 'NotFound'],
    [conflict('already-exists', 'x'), 409, 'Conflict'],
    [invalid([PROBLEM]), 422, 'ValidationFailure'],
    [tooManyRequests(7), 429, 'RateLimitExceeded'],
  ])('%s has status %d and the name %s', (error, status, name) => {
    expect(error).toMatchObject({ statusCode: status, error: name });
  });
});

describe('errorAnswer', () => {
  it.each(NAMES)('gives %s the shared shape', (name) => {
    const answer = errorAnswer(named(name, 'Why.'), '/api/v1/projects', REQ_ID);

    expect(answer).toEqual({
      statusCode: ERROR_STATUS[name],
      headers: {},
      body: { reqId: REQ_ID, statusCode: ERROR_STATUS[name], error: name, message: 'Why.' },
    });
  });

  it('gives details where there are any, and the problems of a 422 as a list', () => {
    const denied = errorAnswer(
      permissionDenied('permission-denied', 'No.', { rule: 1 }),
      '/api',
      REQ_ID,
    );
    const failed = errorAnswer(invalid([PROBLEM]), '/api', REQ_ID);

    expect(denied.body).toMatchObject({ details: { rule: 1 } });
    expect(failed.body).toMatchObject({ message: [PROBLEM] });
  });

  it('gives 429 its header and its words', () => {
    expect(errorAnswer(tooManyRequests(7), '/api', REQ_ID)).toMatchObject({
      headers: { 'Retry-After': '7' },
      body: { message: 'Rate limit exceeded. Try again in 7 seconds.' },
    });
  });

  const CODES = [
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'server_error',
    'temporarily_unavailable',
  ];

  it.each(NAMES)('gives %s a code of RFC 6749 for OAuth', (name) => {
    const { body, headers } = errorAnswer(named(name, 'Wh"y\\ né.'), '/api/v1/oauth/token', REQ_ID);

    expect(body).toEqual({
      error: expect.stringMatching(new RegExp(`^(${CODES.join('|')})$`)),
      error_description: 'Why n.',
    });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  });

  it('answers OAuth with 400 for what failed validation, and takes the code that is given', () => {
    const path = '/api/v1/oauth/token';
    const unsupported = badRequest('not-offered', 'x', { oauth: 'unsupported_grant_type' });

    expect(errorAnswer(invalid([PROBLEM]), path, REQ_ID)).toMatchObject({
      statusCode: 400,
      body: { error: 'invalid_request', error_description: 'a: 0: a must be text' },
    });
    expect(errorAnswer(unsupported, path, REQ_ID).body).toMatchObject({
      error: 'unsupported_grant_type',
    });
  });

  it.each(NAMES)('gives %s the shape of RFC 7644 for SCIM', (name) => {
    const status = name === 'ValidationFailure' ? 400 : ERROR_STATUS[name];
    const answer = errorAnswer(named(name, 'Why.'), '/api/v1/scim/v2/Users', REQ_ID);

    expect(answer).toEqual({
      statusCode: status,
      headers: { 'Content-Type': 'application/scim+json' },
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: 'Why.',
        ...(name === 'ValidationFailure' ? { scimType: 'invalidValue' } : {}),
      },
    });
  });

  it.each(NAMES)('gives %s the shape of RFC 8555 for ACME', (name) => {
    const status = name === 'ValidationFailure' ? 400 : ERROR_STATUS[name];
    const answer = errorAnswer(named(name, 'Why.'), '/api/v1/pki/acme/x', REQ_ID);

    expect(answer).toEqual({
      statusCode: status,
      headers: { 'Content-Type': 'application/problem+json' },
      body: {
        type: expect.stringMatching(
          /^urn:ietf:params:acme:error:(malformed|unauthorized|rateLimited|serverInternal)$/,
        ),
        status,
        detail: 'Why.',
      },
    });
  });

  it.each(['GatewayTimeoutError', 'ServiceUnavailable', 'InternalServerError'] as const)(
    'blames nobody else for %s in ACME',
    (name) => {
      const { body } = errorAnswer(named(name, 'Why.'), '/api/v1/pki/acme/x', REQ_ID);

      expect(body).toMatchObject({ type: 'urn:ietf:params:acme:error:serverInternal' });
    },
  );
});
