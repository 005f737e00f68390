import { createHash, createHmac } from 'node:crypto';
import {
  type FakeHost,
  type FakeNetwork,
  json,
  type ReceivedCall,
} from '../outgoing/fake-network.js';

export interface AwsKey {
  readonly id: string;
  readonly secret: string;
}

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Signing {
  readonly key: AwsKey;
  readonly region: string;
  /** `20261123T012345Z`. */
  readonly date: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signed: readonly string[];
  readonly body: string;
}

/** The signature of a POST to `/` (AWS Signature Version 4). */
export function signatureOf({ key, region, date, headers, signed, body }: Signing): string {
  const canonical = [
    'POST',
    '/',
    '',
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    signed.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${date.slice(0, 8)}/${region}/sts/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const derived = [date.slice(0, 8), region, 'sts', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secret}`,
  );
  return hmac(derived, text).toString('hex');
}

export const amzDate = (offset = 0): string =>
  new Date(Date.now() + offset * 1_000).toISOString().replace(/[-:]|\.\d{3}/g, '');

const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';

/** What a client sends of a request that it signed. */
export function signedLogin(
  key: AwsKey,
  more: Partial<Signing> & { host?: string; extra?: object } = {},
) {
  const { region = 'eu-central-1', date = amzDate(), body = BODY, extra = {} } = more;
  const host = more.host ?? `sts.${region}.amazonaws.com`;
  const headers: Record<string, string> = {
    host,
    'x-amz-date': date,
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    ...more.headers,
  };
  const signed = more.signed ?? ['content-type', 'host', 'x-amz-date'];
  const signature = signatureOf({ key, region, date, headers, signed, body });
  const authorization = `AWS4-HMAC-SHA256 Credential=${key.id}/${date.slice(0, 8)}/${region}/sts/aws4_request, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    iamHttpRequestMethod: 'POST',
    iamRequestBody: base64(body),
    iamRequestHeaders: base64(
      JSON.stringify({ ...headers, ...extra, Authorization: authorization }),
    ),
  };
}

/** Whom a key belongs to, or any other answer. */
export type StsAnswer = object | string;

export const identityOf = (arn: string, account = arn.split(':')[4]!, userId = 'AIDA') => ({
  GetCallerIdentityResponse: {
    GetCallerIdentityResult: { Account: account, Arn: arn, UserId: userId },
    ResponseMetadata: { RequestId: 'r' },
  },
});

/** A fake STS of a region that checks signatures itself. */
export async function anSts(
  network: FakeNetwork,
  host: string,
  keys: ReadonlyMap<string, { secret: string; answer: StsAnswer }>,
): Promise<FakeHost> {
  return network.host(host, (call, res) => {
    const known = authenticated(call, keys);
    if (known === null) json({ Error: { Code: 'SignatureDoesNotMatch' } }, 403)(call, res);
    else if (typeof known === 'string') json(known, 200, { 'Content-Type': 'text/xml' })(call, res);
    else json(known)(call, res);
  });
}

function authenticated(
  { headers, body }: ReceivedCall,
  keys: ReadonlyMap<string, { secret: string; answer: StsAnswer }>,
): StsAnswer | null {
  const match =
    /Credential=([^/]+)\/\d+\/([^/]+)\/sts\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  const [, id = '', region = '', signed = '', signature] = match ?? [];
  const key = keys.get(id);
  if (!key) return null;
  const expected = signatureOf({
    key: { id, secret: key.secret },
    region,
    date: String(headers['x-amz-date']),
    headers: headers as Record<string, string>,
    signed: signed.split(';'),
    body,
  });
  return expected === signature ? key.answer : null;
}
