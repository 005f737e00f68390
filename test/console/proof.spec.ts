import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

// The console is compiled by rules of its own: to this compiler it is no module.
const MODULE: string = '../../console/api/proof.js';
const { isProofNeeded } = (await import(MODULE)) as {
  isProofNeeded(method: string, path: string, body: unknown): boolean;
};

const CONSOLE = join(import.meta.dirname, '..', '..', 'console');
const BATCH = '/api/v4/secrets/batch';

/** Acts of the console that need no new proof: they change neither production nor who may do what. */
const FREE: readonly string[] = [
  // Questions, which are sent as bodies.
  'POST /api/v1/auth/oidc-auth/login/explain',
  'POST /api/v1/auth/oidc-auth/templates/github',
  'POST /api/v1/organization/permissions/mine',
  'POST /api/v1/projects/{projectId}/permissions/effect',
  'POST /api/v1/projects/{projectId}/permissions/explain',
  'POST /api/v1/projects/{projectId}/permissions/matrix',
  'POST /api/v1/projects/{projectId}/permissions/mine',
  'POST /api/v1/projects/{projectId}/secrets/compare',
  'POST /api/v2/identities/search',
  // Signing in, and proving itself.
  'POST /api/v1/auth/console/code',
  'POST /api/v1/auth/console/login',
  'POST /api/v1/auth/reauthenticate',
  'POST /api/v1/auth/token',
  'POST /api/v2/auth/mfa/verify',
  'POST /api/v3/auth/login',
  'POST /api/v3/auth/select-organization',
  // What an identity signs in with, its end, and certificates.
  'DELETE /api/v1/identities/{identityId}',
  'DELETE /api/v1/identities/{identityId}/sessions',
  'DELETE /api/v1/identities/{identityId}/sessions/{sessionId}',
  'DELETE /api/v2/users/me/sessions/{sessionId}',
  'POST /api/v1/auth/token-auth/tokens/{tokenId}/revoke',
  'POST /api/v1/auth/universal-auth/identities/{identityId}',
  'POST /api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts',
  'POST /api/v1/auth/universal-auth/identities/{identityId}/client-secrets',
  'POST /api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke',
  'POST /api/v1/cert-manager/certificates',
  'POST /api/v1/cert-manager/certificates/{certificateId}/renew',
  'POST /api/v1/cert-manager/certificates/{certificateId}/revoke',
  // Asking, voting and inviting once more: nothing is given by these.
  'POST /api/v1/access-approvals/requests',
  'POST /api/v1/invite-org/signup-resend',
  'POST /api/v1/secret-approval-requests/{approvalRequestId}/review',
  'POST /api/v1/secret-approval-requests/{approvalRequestId}/status',
  'POST /api/v1/projects',
  // What workloads sign in by, whose paths have the method in them; lock and sign-out.
  'DELETE route',
  'POST route',
  'POST routeOf',
  'POST path',
];

/** Acts that need a proof by what they say: of these environments, or as an answer. */
const BY_BODY: readonly string[] = [
  ...['POST', 'PATCH', 'DELETE'].map((method) => `${method} ${BATCH}`),
  `POST ${BATCH}/rollback`,
  'POST /api/v1/access-approvals/requests/{accessRequestId}/review',
];

/** All acts that the source of the console names, as `METHOD path`; by the name of a variable where it has no one path. */
function acts(): string[] {
  const sources = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(spec|d)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(CONSOLE, name), 'utf8'));
  return sources.flatMap((text) =>
    [...text.matchAll(/\.(POST|PUT|PATCH|DELETE)\(\s*(?:'([^']*)'|(\w+))/g)].map(
      ({ 1: method, 2: path, 3: name = '', index }) =>
        `${method} ${path ?? lastOf(name, text.slice(0, index)) ?? name}`,
    ),
  );
}

/** The path that a constant was given last. */
const lastOf = (name: string, text: string): string | undefined =>
  [...text.matchAll(/const (\w+)\s*=\s*(?:'(\/api\/[^']*)'|)/g)].findLast(
    ([, given]) => given === name,
  )?.[2];

const needs = (act: string, body: unknown = {}) => {
  const [method = '', path = ''] = act.split(' ');
  return isProofNeeded(method, path, body);
};

describe('a new proof of who is at the page', () => {
  it('is asked for before every act of the console that is not known to need none', () => {
    const found = [...new Set(acts())].sort();
    const open = found.filter(
      (act) => !needs(act) && !FREE.includes(act) && !BY_BODY.includes(act),
    );

    expect(found.length).toBeGreaterThan(40);
    expect(open).toEqual([]);
    expect(FREE.filter((act) => needs(act))).toEqual([]);
  });

  it.each(['prod', 'production'])(
    'is asked for before a change of %s, not before its dry run',
    (environment) => {
      for (const act of BY_BODY.filter((each) => each.includes(BATCH))) {
        expect(needs(act, { environment })).toBe(true);
        expect(needs(act, { environment, dryRun: true })).toBe(false);
        expect(needs(act, { environment: 'dev' })).toBe(false);
      }
    },
  );

  it('is asked for before access is given by a vote, and before what waited is merged', () => {
    const vote = 'POST /api/v1/access-approvals/requests/{accessRequestId}/review';
    expect(needs(vote, { status: 'approved' })).toBe(true);
    expect(needs(vote, { status: 'rejected' })).toBe(false);
    expect(needs('POST /api/v1/secret-approval-requests/{approvalRequestId}/merge')).toBe(true);
  });
});
