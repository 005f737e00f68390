import ipaddr from 'ipaddr.js';
import { DOTS, foldName } from '../permissions/certificate-names.js';

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Whether a text is the name of a host, in any case; a star may be its whole first label (RFC 6125, 6.4.3). */
export const isHost = (value: string): boolean =>
  value.length <= 253 &&
  value
    .toLowerCase()
    .replace(/^\*\./, '')
    .split('.')
    .every((label) => LABEL.test(label));

/**
 * The name that those who find no altNames read in a common name (RFC 6125, 6.4.4), in the form in which names are compared;
 * null where it is none. An address in any of the ways in which readers take one, such as `10.1`.
 */
export function nameInCommonName(
  commonName: string,
): { readonly type: 'dns_name' | 'ip_address'; readonly value: string } | null {
  const value = foldName(commonName);
  const address = value.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address))
    return { type: 'ip_address', value: ipaddr.process(address).toString() };
  return isHost(value) ? { type: 'dns_name', value } : null;
}

/**
 * Whether some readers take a common name for a host that others do not: a star anywhere but as the whole first label
 * stands for a part of one in some libraries, and a dot at the end is dropped; letters and dots of other scripts are taken for
 * those of ASCII, and what cannot be seen is left out. Marks that turn the direction of writing show people another name.
 */
export const isReadInTwoWays = (commonName: string): boolean =>
  isDisguised(commonName) ||
  TURNS_DIRECTION.test(commonName) ||
  (commonName.includes('*') && !isHost(commonName)) ||
  (commonName.endsWith('.') && isHost(commonName.replace(/\.+$/, '')));

const TURNS_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function isDisguised(commonName: string): boolean {
  const folded = commonName
    .normalize('NFKC')
    .split(DOTS)
    .join('.')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return folded !== commonName && folded.includes('.') && isHost(folded.replace(/\.+$/, ''));
}
