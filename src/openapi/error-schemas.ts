import { ERROR_STATUS } from '../errors/error-names.js';
import type { Schema } from './parts.js';

const FIELD_ERROR: Schema = {
  type: 'object',
  required: ['code', 'path', 'message'],
  properties: {
    code: {
      type: 'string',
      description: 'What kind of problem it is, for programs',
      examples: ['invalid_type'],
    },
    path: {
      type: 'array',
      description: 'Where it is: names of properties and indexes of lists, from the outside in',
      items: { type: ['string', 'integer'] },
      examples: [['secrets', 0, 'secretKey']],
    },
    message: {
      type: 'string',
      description: 'What is wrong, for people',
      examples: ['secretKey must be a string'],
    },
  },
};

/** The shapes of errors, and one field of a 422. */
export const ERROR_SCHEMAS: Record<string, Schema> = {
  FieldError: FIELD_ERROR,
  Error: {
    type: 'object',
    required: ['reqId', 'statusCode', 'error', 'message'],
    properties: {
      reqId: {
        type: 'string',
        description: 'Identifies the request in the log; safe to share',
        pattern: '^req-[A-Za-z0-9]{14}$',
        examples: ['req-4kTq0Zc81bXyAm'],
      },
      statusCode: { type: 'integer', description: 'The status of the answer', examples: [404] },
      error: {
        type: 'string',
        description: 'The class of the error',
        enum: Object.keys(ERROR_STATUS),
      },
      message: {
        description: 'What is wrong: one sentence, or with a 422 every field that failed',
        oneOf: [
          { type: 'string', examples: ['The resource does not exist or is outside your scope.'] },
          { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
        ],
      },
      details: { description: 'More for programs; its structure depends on the error' },
      context: {
        type: 'object',
        description:
          'Of a refused second factor: which refusal it is, and how many more codes are looked at',
        required: ['code', 'triesLeft'],
        examples: [{ code: 'mfa_invalid', triesLeft: 4 }],
        properties: {
          code: {
            type: 'string',
            description: 'Which refusal it is',
            enum: ['mfa_invalid', 'mfa_expired'],
          },
          triesLeft: {
            type: 'integer',
            description: 'How many more codes are looked at',
            minimum: 0,
          },
        },
      },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'string',
        description: 'One of the codes of RFC 6749, 5.2',
        examples: ['invalid_client'],
      },
      error_description: { type: 'string', description: 'What is wrong, for people' },
    },
  },
  AcmeProblem: {
    type: 'object',
    required: ['type', 'status', 'detail'],
    properties: {
      type: {
        type: 'string',
        description: 'The kind of the problem: a URN of RFC 8555, 6.7',
        examples: ['urn:ietf:params:acme:error:malformed'],
      },
      status: { type: 'integer', description: 'The status of the answer', examples: [400] },
      detail: {
        type: 'string',
        description: 'What is wrong, for people',
        examples: ['The nonce is missing, was used, or is too old: take a fresh one.'],
      },
      algorithms: {
        type: 'array',
        description: 'With badSignatureAlgorithm: those that are taken',
        items: { type: 'string' },
        examples: [['ES256']],
      },
      subproblems: {
        type: 'array',
        description: 'With several names: one problem for each that is refused',
        items: { type: 'object' },
        examples: [[{ type: 'urn:ietf:params:acme:error:rejectedIdentifier' }]],
      },
    },
  },
  ScimError: {
    type: 'object',
    required: ['schemas', 'status', 'detail'],
    properties: {
      schemas: {
        type: 'array',
        description: 'The URN of errors',
        items: { type: 'string' },
        examples: [['urn:ietf:params:scim:api:messages:2.0:Error']],
      },
      status: { type: 'string', description: 'The status of the answer', examples: ['400'] },
      scimType: {
        type: 'string',
        description: 'The class of the error, where RFC 7644 has one that fits',
        examples: ['invalidFilter'],
      },
      detail: {
        type: 'string',
        description: 'What is wrong, for people',
        examples: ['The filter has an unknown operator.'],
      },
    },
  },
};
