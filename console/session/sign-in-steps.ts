import { api, take } from '../api/client';
import { enter } from './session';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** How a machine identity signs in: by its client secret, or by a code that the server's operator reads at its terminal. */
export type MachineWay = 'secret' | 'code';

/** What is asked next on the way in. `set-up`: the organization wants a second factor that the person does not have yet. */
export type Step =
  | { readonly name: 'password' }
  | { readonly name: 'provider' }
  | { readonly name: 'machine'; readonly way?: MachineWay }
  | {
      readonly name: 'organization';
      readonly token: string;
      readonly organizations: readonly Organization[];
    }
  | { readonly name: 'code'; readonly token: string; readonly organizationId: string }
  | { readonly name: 'set-up' }
  | { readonly name: 'done' };

const by = (token: string) => ({ Authorization: `Bearer ${token}` });

/** `preferred`: the organization that was left by the lock. */
export async function givePassword(
  email: string,
  password: string,
  preferred?: string,
): Promise<Step> {
  const { accessToken } = await take(api.POST('/api/v3/auth/login', { body: { email, password } }));
  const { organizations } = await take(
    api.GET('/api/v1/organization', { headers: by(accessToken) }),
  );
  const only = organizations.find(({ id }) => id === preferred) ?? organizations[0];
  if (only && (organizations.length === 1 || only.id === preferred)) {
    return chooseOrganization(accessToken, only.id);
  }
  return { name: 'organization', token: accessToken, organizations };
}

export async function chooseOrganization(token: string, organizationId: string): Promise<Step> {
  const chosen = await take(
    api.POST('/api/v3/auth/select-organization', { headers: by(token), body: { organizationId } }),
  );
  if (!chosen.isMfaEnabled) return goIn(chosen.token);
  const { isVerified } = await take(
    api.GET('/api/v2/auth/mfa/check/totp', { headers: by(chosen.token) }),
  );
  return isVerified ? { name: 'code', token: chosen.token, organizationId } : { name: 'set-up' };
}

export async function giveCode(token: string, code: string, organizationId: string): Promise<Step> {
  const verified = await take(
    api.POST('/api/v2/auth/mfa/verify', {
      headers: by(token),
      body: { mfaToken: code.trim(), mfaMethod: 'totp' },
    }),
  );
  const chosen = await take(
    api.POST('/api/v3/auth/select-organization', {
      headers: by(verified.token),
      body: { organizationId },
    }),
  );
  return goIn(chosen.token);
}

/** Signs a machine identity in. */
export async function giveClientSecret(clientId: string, clientSecret: string): Promise<Step> {
  const body = { clientId: clientId.trim(), clientSecret: clientSecret.trim() };
  const { token } = await take(api.POST('/api/v1/auth/console/login', { body }));
  return goIn(token, body.clientId);
}

/** Signs a machine identity in by a code that the server's operator reads at its terminal. */
export async function giveConsoleCode(code: string): Promise<Step> {
  const { token } = await take(api.POST('/api/v1/auth/console/code', { body: { code } }));
  return goIn(token);
}

async function goIn(token: string, clientId?: string): Promise<Step> {
  await enter(token, clientId);
  return { name: 'done' };
}
