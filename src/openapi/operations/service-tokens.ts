import { type OperationTexts, texts } from './operation-text.js';

export const SERVICE_TOKEN_OPERATIONS: OperationTexts = texts({
  'ServiceTokensController.create': [
    'createServiceToken',
    'Needs `create` on `service-tokens` in the project, and all that the token may do. A project has at most 50 that live. Unless its maker is a ' +
      'person, or holds `edit-auth` and `create-token` on `identity`, it works only from where, and as long as, what its maker signed in with does; ' +
      'none is made where the uses of that are counted (403). Fields of ' +
      'end-to-end encryption, which existing clients send, mean nothing.',
  ],
  'ServiceTokensController.getOwn': [
    'getOwnServiceToken',
    'Takes a service token, and no other (403).',
  ],
  'ServiceTokensController.list': [
    'listServiceTokens',
    'Needs `read` on `service-tokens`. In the order in which they were made.',
  ],
  'ServiceTokensController.remove': [
    'deleteServiceToken',
    'Needs `delete` on `service-tokens`. The token is dead at the next request.',
  ],
});
