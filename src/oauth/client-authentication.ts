import { ApiError, badRequest } from '../errors/api-error.js';

export interface ClientAuthentication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isBasic: boolean;
}

interface Sent {
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** RFC 6749 5.2: where HTTP Basic was tried, the refusal names it. */
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="strongroom"' };

export const invalidClient = (
  isBasic: boolean,
  reason = 'Client authentication failed.',
  headers: Readonly<Record<string, string>> = {},
) =>
  new ApiError(
    'invalid-credentials',
    reason,
    { oauth: 'invalid_client' },
    isBasic ? { ...CHALLENGE, ...headers } : headers,
  );

/** Who the client says it is: in the body, or by HTTP Basic, never both (RFC 6749 2.3). Throws 400 or 401. */
export function clientOf(authorization: string | undefined, body: Sent): ClientAuthentication {
  const basic = /^basic(?: +(.*))?$/i.exec(authorization?.trim() ?? '');
  if (!basic) return inBody(body);
  if (body.client_secret)
    throw badRequest(
      'contradictory-fields',
      'Authenticate in the body or by HTTP Basic, not both.',
    );
  const client = decodeBasic(basic[1] ?? '');
  if (!client) throw invalidClient(true);
  if (body.client_id && body.client_id !== client.clientId) {
    throw badRequest('contradictory-fields', 'client_id and HTTP Basic name different clients.');
  }
  return client;
}

function inBody({ client_id: clientId, client_secret: clientSecret }: Sent): ClientAuthentication {
  if (!clientId || !clientSecret) throw invalidClient(false);
  return { clientId, clientSecret, isBasic: false };
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function decodeBasic(credentials: string): ClientAuthentication | null {
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const clientId = decodeForm(text.slice(0, colon));
  const clientSecret = decodeForm(text.slice(colon + 1));
  return colon > 0 && clientId && clientSecret ? { clientId, clientSecret, isBasic: true } : null;
}

function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
