import ipaddr from 'ipaddr.js';
import { badRequest } from '../../errors/api-error.js';
import { isObject } from '../../permissions/plain-object.js';
import { isAscii, isWildcard } from '../../permissions/certificate-names.js';
import { isDnsName, isEncodedSoundly } from '../../x509/dns-names.js';
import { textIn } from '../jws/jws-message.js';
import { malformed } from '../refusals.js';

const MAX_IDENTIFIERS = 100;

/** A name that a certificate is asked for. */
export interface Identifier {
  readonly type: 'dns' | 'ip';
  /** In lower case, with `*.` where it is a wildcard; an IP address in the text of RFC 5952. */
  readonly value: string;
}

/** The names of an order, each once and in their order. Throws malformed, or unsupportedIdentifier for other kinds. */
export function readIdentifiers(sent: unknown): readonly Identifier[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_IDENTIFIERS)
    throw malformed(`identifiers has to be a list of 1 to ${MAX_IDENTIFIERS} names.`);
  const names = new Map<string, Identifier>();
  for (const each of sent as unknown[]) {
    const identifier = identifierOf(each);
    names.set(`${identifier.type}:${identifier.value}`, identifier);
  }
  return [...names.values()];
}

function identifierOf(sent: unknown): Identifier {
  const type = isObject(sent) ? textIn(sent.type) : null;
  const value = isObject(sent) ? textIn(sent.value) : null;
  if (type === null || value === null) throw malformed('A name has a type and a value.');
  if (type === 'dns') return { type, value: hostOf(value) };
  if (type === 'ip') return { type, value: addressOf(value) };
  throw badRequest('acme-unsupported-identifier', 'Names are of the type dns or ip.');
}

function hostOf(sent: string): string {
  const value = sent.toLowerCase();
  const host = isWildcard(value) ? value.slice(2) : value;
  // Some letters of other scripts become one of ASCII in lower case. Nobody proves that a host has an underscore.
  const isSound = isAscii(sent) && value.length <= 253 && isDnsName(host) && !host.includes('_');
  // Other ways to write an IP address count as one too, such as 127.1.
  if (!isSound || ipaddr.isValid(host) || !isEncodedSoundly(host))
    throw malformed('A name of the order is no DNS name in ASCII, without a dot at its end.');
  return value;
}

function addressOf(value: string): string {
  const isFour = ipaddr.IPv4.isValidFourPartDecimal(value);
  const isSix = value.includes(':') && !value.includes('%') && ipaddr.IPv6.isValid(value);
  if (!isFour && !isSix) throw malformed('A name of the order is no IP address.');
  const address = ipaddr.parse(value);
  // Mapped addresses are IPv4 addresses by another name.
  const text = address.toString();
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();
  if (isMapped || text !== value.toLowerCase())
    throw malformed(`An IP address is written in its one form (RFC 8738, 3), such as ${text}.`);
  return text;
}

/** A name as certificates have it. */
export const sanOf = ({ type, value }: Identifier) => ({
  type: type === 'dns' ? ('dns_name' as const) : ('ip_address' as const),
  value,
});

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A date of an order in whole seconds (RFC 3339); null where none is named. Throws malformed. */
export function readDate(sent: unknown, field: string): Date | null {
  if (sent === undefined) return null;
  const time = typeof sent === 'string' && DATE.test(sent) ? Date.parse(sent) : NaN;
  if (Number.isNaN(time)) throw malformed(`${field} has to be a date of RFC 3339.`);
  return new Date(Math.floor(time / 1_000) * 1_000);
}
