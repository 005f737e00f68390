import ipaddr from 'ipaddr.js';
import { badRequest } from '../../errors/api-error.js';
import { isEncodedSoundly } from '../../x509/dns-names.js';
import { hostOfUri } from '../../x509/uri-host.js';
import { isHost } from '../host-names.js';
import type { SanType, WantedLeaf } from '../policies/policy-rules.js';

/** What requests call the kinds of names. */
export const ALT_NAME_TYPES = {
  dns_name: 'dns_name',
  DNS: 'dns_name',
  dns: 'dns_name',
  ip_address: 'ip_address',
  ip: 'ip_address',
  email: 'email',
  uri: 'uri',
  url: 'uri',
} as const satisfies Readonly<Record<string, SanType>>;

export const MAX_NAMES = 100;

/** Without quotes, by which the same mailbox has several names (RFC 5321, 4.1.2). */
const MAIL =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\x21-\x3f\x41-\x7e]{1,255}$/;

type Name = WantedLeaf['sans'][number];

/**
 * Names in the one form in which they are compared and written, each once. What is called a DNS name and is an IP address is
 * an IP address. Throws 400 for one that is none of its kind.
 */
export function leafNamesOf(sent: readonly Name[]): Name[] {
  const names = new Map<string, Name>();
  for (const each of sent) {
    const name = nameOf(each);
    names.set(`${name.type} ${name.value}`, name);
  }
  return [...names.values()];
}

function nameOf({ type, value }: Name): Name {
  if (type === 'ip_address' || (type === 'dns_name' && ipaddr.isValid(value)))
    return { type: 'ip_address', value: addressOf(value) };
  if (type === 'dns_name') return { type, value: hostOf(value) };
  const isSound = type === 'email' ? isMail(value) : isUri(value);
  if (!isSound) throw unsound(type, value);
  return { type, value };
}

/**
 * Four decimal numbers or RFC 4291's form: other ways to write an address, such as `10.1`, are refused, and so is an IPv4
 * address as one of IPv6, which no range of IPv4 would hold.
 */
function addressOf(value: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(value)) return ipaddr.IPv4.parse(value).toString();
  if (value.includes(':') && !value.includes('%') && ipaddr.IPv6.isValid(value)) {
    const address = ipaddr.IPv6.parse(value);
    if (!address.isIPv4MappedAddress()) return address.toString();
  }
  throw unsound('ip_address', value);
}

function hostOf(value: string): string {
  const name = value.toLowerCase();
  if (!isHost(value) || !isEncodedSoundly(name)) throw unsound('dns_name', value);
  return name;
}

function isMail(value: string): boolean {
  const host = value.slice(value.lastIndexOf('@') + 1);
  return MAIL.test(value) && isHost(host) && isEncodedSoundly(host.toLowerCase());
}

function isUri(value: string): boolean {
  const host = value.length <= 1_024 ? hostOfUri(value) : null;
  return host !== null && isEncodedSoundly(host) && isNormalUri(value);
}

/** Characters that stand for themselves wherever they are (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]$/;

/** Schemes whose URIs name a place of the web, by the rules of the URL Standard. */
const WEB = /^(?:https?|wss?|ftp):/i;

/**
 * Whether no other text is the same URI (RFC 3986, 6.2.2 and 6.2.3), case aside: no segments that lead elsewhere, no character in percent
 * that stands for itself, no port that is none or the usual one, no empty path of a place of the web, no address in another
 * form, and no user before the host, whom nobody looks at.
 */
function isNormalUri(uri: string): boolean {
  const [, authority = '', path = ''] = /^[^:]+:(\/\/[^/?#]*)?([^?#]*)/.exec(uri) ?? [];
  const segments = path.split('/');
  const encoded = uri.match(/%../g) ?? [];
  return (
    !authority.includes('@') &&
    !authority.endsWith(':') &&
    (!WEB.test(uri) || isNormalPlace(uri)) &&
    !segments.includes('.') &&
    !segments.includes('..') &&
    encoded.every((each) => !UNRESERVED.test(String.fromCharCode(parseInt(each.slice(1), 16))))
  );
}

/** Whether it begins with its scheme, host and port as the URL Standard writes them, and a path follows. */
function isNormalPlace(uri: string): boolean {
  const { protocol, host, hostname } = new URL(uri);
  const isMapped =
    hostname.startsWith('[') && ipaddr.IPv6.parse(hostname.slice(1, -1)).isIPv4MappedAddress();
  return !isMapped && uri.toLowerCase().startsWith(`${protocol}//${host}/`);
}

const unsound = (type: SanType, value: string) =>
  badRequest(
    'certificate-unusable',
    `altNames: ${value.slice(0, 100)} is no ${type}. Hosts are written in ASCII (A-labels), without a dot at the end; URIs in their normal form (RFC 3986, 6.2.2 and 6.2.3), those of the web with a path such as / and without a user or the usual port; mailboxes without quotes.`,
  );
