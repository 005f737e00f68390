import { type RouteTable, the, under } from './route-entry.js';

const profile = { demands: 'nothing', path: { profileId: the('acmeProfile') } } as const;
/** Without a signed message, which is what they ask for. */
const message = { ...profile, status: 400 } as const;
const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';

const order = { ...message, path: { ...message.path, orderId: ID } } as const;
const authorization = { ...message, path: { ...message.path, authorizationId: ID } } as const;

/** The ACME server, whose clients have keys and no tokens. */
export const ACME_ROUTES: RouteTable = under(['/api/v1/pki/acme/profiles/:profileId'], {
  'GET /directory': profile,
  'GET /renewal-info/:certId': {
    ...{ demands: 'nothing', status: 404 },
    path: { ...profile.path, certId: 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE' },
  },
  'GET /new-nonce': { ...profile, status: 204 },
  'POST /directory': message,
  'POST /new-nonce': message,
  'POST /new-account': message,
  'POST /accounts/:accountId': { ...message, path: { ...message.path, accountId: ID } },
  'POST /key-change': message,
  'POST /new-order': message,
  'POST /revoke-cert': message,
  'POST /accounts/:accountId/orders': { ...message, path: { ...message.path, accountId: ID } },
  ...under(['/orders/:orderId'], {
    'POST ': order,
    'POST /finalize': order,
    'POST /certificate': order,
    'POST /certificate/:number': { ...order, path: { ...order.path, number: '1' } },
  }),
  'POST /authorizations/:authorizationId': authorization,
  'POST /authorizations/:authorizationId/challenges/:challengeId': {
    ...authorization,
    path: { ...authorization.path, challengeId: ID },
  },
});
