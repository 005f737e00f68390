import { isUtf8 } from 'node:buffer';
import { LoginRefused } from '../logins/checks.js';

/** A GetCallerIdentity request that a client signed (SigV4), as far as it is sent on. */
export interface SignedRequest {
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signature: string;
  readonly credential: string;
  /** When it was signed, in seconds since 1970. */
  readonly signedAt: number;
}

/** Regions with an STS of their own, by the domain of their partition. */
const REGIONS: Readonly<Record<string, RegExp>> = {
  'amazonaws.com':
    /^(us-(east|west)-[12]|us-gov-(east|west)-1|ca-(central|west)-1|mx-central-1|sa-east-1|eu-(central|south)-[12]|eu-west-[123]|eu-north-1|af-south-1|me-(south|central)-1|il-central-1|ap-(northeast-[123]|south-[12]|southeast-[1-7]|east-[12]))$/,
  'amazonaws.com.cn': /^cn-(north|northwest)-1$/,
};

const MAX_HEADERS_BYTES = 10 * 1_024;
const MAX_NAMES = 20;
/** What may be signed; anything else tells of a request that was made for somebody else. */
const SIGNABLE = new Set([
  ...['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'],
  ...['content-type', 'content-length'],
]);
/** What of the client's headers is sent on, beside the type. */
const FORWARDED = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([A-Za-z0-9]{1,128})\/(\d{8})\/([a-z0-9-]{1,32})\/sts\/aws4_request, ?SignedHeaders=([a-z0-9;-]{1,512}), ?Signature=([0-9a-f]{64})$/;
const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
/** RFC 9110 5.5, without what HTTP/1.1 would fold. */
const VALUE = /^[\x20-\x7e]*$/;

const malformed = (field: string) => new LoginRefused('form', field);

/** Where requests have to be signed for. */
export interface StsTarget {
  /** Null: the host of whichever region signed. */
  readonly host: string | null;
}

const ENDPOINT = /^https:\/\/(sts(?:-fips)?\.([a-z0-9-]+)\.(amazonaws\.com(?:\.cn)?|api\.aws))\/?$/;

/** Null for what is no STS: only hosts of AWS are ever asked, whatever a setting says. */
export function stsTarget(endpoint: string): StsTarget | null {
  if (/^https:\/\/sts\.amazonaws\.com\/?$/.test(endpoint)) return { host: null };
  const [, host, region, domain] = ENDPOINT.exec(endpoint) ?? [];
  if (host === undefined) return null;
  const regions = REGIONS[domain === 'api.aws' ? 'amazonaws.com' : domain!];
  return regions?.test(region!) ? { host } : null;
}

/** The host that a request was signed for; null where nothing is to be read. */
export function signedHost(iamRequestHeaders: string): string | null {
  try {
    return headersIn(textIn(iamRequestHeaders, 'iamRequestHeaders')).get('host') ?? null;
  } catch {
    return null;
  }
}

/** Reads what was sent, and checks that it is a request to this STS and to nobody else. Throws LoginRefused. */
export function readSignedRequest(
  sent: Readonly<Record<string, string | undefined>>,
  target: StsTarget,
): SignedRequest {
  const method = sent.iamHttpRequestMethod ?? 'POST';
  if (method !== 'POST') throw malformed('iamHttpRequestMethod');
  const body = textIn(sent.iamRequestBody ?? '', 'iamRequestBody');
  requireBody(body);
  const headers = headersIn(textIn(sent.iamRequestHeaders ?? '', 'iamRequestHeaders'));
  const authorization = AUTHORIZATION.exec(headers.get('authorization') ?? '');
  if (!authorization) throw malformed('Authorization');
  const [, credential, day, region, signed, signature] = authorization as unknown as string[];
  const names = signed!.split(';');
  const isSound =
    names.includes('host') &&
    names.includes('x-amz-date') &&
    names.every((name) => SIGNABLE.has(name));
  if (!isSound) throw malformed('SignedHeaders');
  const host = headers.get('host') ?? '';
  if (!hostsFor(target, region!).includes(host)) throw malformed('Host');
  const date = headers.get('x-amz-date') ?? '';
  if (!DATE.test(date) || date.slice(0, 8) !== day) throw malformed('X-Amz-Date');
  const signedAt = Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z')) / 1_000;
  if (Number.isNaN(signedAt)) throw malformed('X-Amz-Date');
  return {
    host,
    headers: forwarded(headers),
    body,
    signature: signature!,
    credential: credential!,
    signedAt,
  };
}

/** The global host stands for us-east-1, whose credential scope it has. */
function hostsFor({ host }: StsTarget, region: string): readonly string[] {
  const inChina = REGIONS['amazonaws.com.cn']!.test(region);
  const isKnown = inChina || REGIONS['amazonaws.com']!.test(region);
  if (!isKnown) return [];
  const own = `sts.${region}.amazonaws.com${inChina ? '.cn' : ''}`;
  if (host === null) return region === 'us-east-1' ? [own, 'sts.amazonaws.com'] : [own];
  return host.split('.')[1] === region ? [host] : [];
}

function textIn(base64: string, field: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const isSound = bytes.length > 0 && bytes.toString('base64') === base64 && isUtf8(bytes);
  if (!isSound || bytes.length > MAX_HEADERS_BYTES) throw malformed(field);
  return bytes.toString('utf8');
}

function requireBody(body: string): void {
  const pairs = [...body.split('&')].sort().join('&');
  if (pairs !== 'Action=GetCallerIdentity&Version=2011-06-15') throw malformed('iamRequestBody');
}

/** By lower-case names; a name in two spellings is refused, as JSON drops one of two that are the same. */
function headersIn(text: string): ReadonlyMap<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed('iamRequestHeaders');
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw malformed('iamRequestHeaders');
  const entries = Object.entries(parsed);
  // Python leaves numbers in its map, of a header that is not sent on.
  const isSound = ([name, value]: [string, unknown]) =>
    /^[A-Za-z0-9-]{1,64}$/.test(name) &&
    (typeof value === 'string' ? VALUE.test(value) : Number.isSafeInteger(value));
  if (entries.length > MAX_NAMES || !entries.every(isSound)) throw malformed('iamRequestHeaders');
  const headers = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
  if (headers.size !== entries.length) throw malformed('iamRequestHeaders');
  return headers;
}

function forwarded(headers: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const kept = FORWARDED.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []));
  const type = headers.get('content-type') ?? FORM_TYPE;
  if (!FORM.test(type)) throw malformed('Content-Type');
  return { ...(Object.fromEntries(kept) as Record<string, string>), 'content-type': type };
}
