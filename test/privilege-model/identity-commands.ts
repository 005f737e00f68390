import { type Command, choose, type Turn } from './command.js';
import type { CredentialState } from './snapshot.js';
import { TEAMS } from './world.js';

const orgRolesIn = ({ snapshot }: Turn) => [
  ...snapshot.orgRoles.map(({ slug }) => slug),
  'admin',
  'member',
  'no-access',
];

/** The bot half of the time: whoever plants something plants it there. */
const identityIn = ({ snapshot, built, numbers: [number = 0] }: Turn): string => {
  const bot = snapshot.identities.find(({ id }) => id === built.ids.bot);
  return (number % 2 === 0 && bot ? bot : choose(snapshot.identities, number >> 1)!).id;
};

const IDENTITY: readonly Command[] = [
  {
    name: 'create an identity',
    routes: ['POST /api/v1/identities'],
    plan: (turn) => ({
      body: {
        name: `made-${turn.numbers[1] ?? 0}`,
        role: choose(orgRolesIn(turn), turn.numbers[0]),
        metadata: [{ key: 'team', value: choose(TEAMS, turn.numbers[2]) }],
      },
    }),
  },
  {
    name: 'change metadata of an identity',
    routes: ['PATCH /api/v1/identities/:identityId'],
    plan: (turn) => ({
      params: { identityId: choose(turn.snapshot.identities, turn.numbers[0])!.id },
      body: { metadata: [{ key: 'team', value: choose(TEAMS, turn.numbers[1]) }] },
    }),
  },
  {
    name: 'change the organization role of an identity',
    routes: ['PATCH /api/v1/identities/:identityId'],
    plan: (turn) => ({
      params: { identityId: choose(turn.snapshot.identities, turn.numbers[0])!.id },
      body: { role: choose(orgRolesIn(turn), turn.numbers[1]) },
    }),
  },
  {
    name: 'delete an identity',
    routes: ['DELETE /api/v1/identities/:identityId'],
    plan: ({ snapshot, numbers }) => ({
      params: { identityId: choose(snapshot.identities, numbers[0])!.id },
    }),
  },
];

const TOKEN = '/api/v1/auth/token-auth';
const UNIVERSAL = '/api/v1/auth/universal-auth';
const BOTH = (method: string) => [
  `${method} ${TOKEN}/identities/:identityId`,
  `${method} ${UNIVERSAL}/identities/:identityId`,
];

const about = (turn: Turn) => ({ params: { identityId: identityIn(turn) } });

/** A credential, and whose it is. */
const ofCredential = (name: string, list: readonly CredentialState[], number?: number) => {
  const found = choose(list, number);
  return found ? { params: { [name]: found.id, identityId: found.identityId } } : null;
};

/** Each demands that the caller could step into the place of the identity it is about. */
export const CREDENTIAL_COMMANDS: readonly Command[] = [
  {
    name: 'attach an authentication method',
    routes: BOTH('POST'),
    plan: (turn) => ({ ...about(turn), body: {} }),
  },
  {
    name: 'change an authentication method',
    routes: BOTH('PATCH'),
    plan: (turn) => ({ ...about(turn), body: { accessTokenTTL: 60 } }),
  },
  { name: 'detach an authentication method', routes: BOTH('DELETE'), plan: about },
  {
    name: 'create a token',
    routes: [`POST ${TOKEN}/identities/:identityId/tokens`],
    plan: (turn) => ({ ...about(turn), body: {} }),
  },
  {
    name: 'rename a token',
    routes: [`PATCH ${TOKEN}/tokens/:tokenId`],
    plan: ({ snapshot, numbers }) => {
      const found = ofCredential('tokenId', snapshot.tokens, numbers[0]);
      return found && { ...found, body: { name: 'renamed' } };
    },
  },
  {
    name: 'revoke a token',
    routes: [`POST ${TOKEN}/tokens/:tokenId/revoke`],
    plan: ({ snapshot, numbers }) => ofCredential('tokenId', snapshot.tokens, numbers[0]),
  },
  {
    name: 'create a client secret',
    routes: [`POST ${UNIVERSAL}/identities/:identityId/client-secrets`],
    plan: (turn) => ({ ...about(turn), body: {} }),
  },
  {
    name: 'revoke a client secret',
    routes: [`POST ${UNIVERSAL}/identities/:identityId/client-secrets/:clientSecretId/revoke`],
    plan: ({ snapshot, numbers }) =>
      ofCredential('clientSecretId', snapshot.clientSecrets, numbers[0]),
  },
];

/** What is done with a credential that one has. */
const USES: readonly Command[] = [
  {
    name: 'sign in with a client secret',
    routes: [`POST ${UNIVERSAL}/login`, 'POST /api/v1/oauth/token'],
    plan: ({ secrets, numbers }, route) => {
      const held = choose(secrets, numbers[0]);
      if (!held) return null;
      const { clientId, clientSecret } = held;
      if (route.endsWith('/login')) return { body: { clientId, clientSecret } };
      const grant = { grant_type: 'client_credentials' };
      return { body: { ...grant, client_id: clientId, client_secret: clientSecret } };
    },
  },
  {
    name: 'renew a token',
    routes: ['POST /api/v1/auth/token/renew'],
    plan: ({ actor }) => ({ body: { accessToken: actor.token } }),
  },
];

export const IDENTITY_COMMANDS: readonly Command[] = [...IDENTITY, ...CREDENTIAL_COMMANDS, ...USES];
