import { domainToASCII, domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { DOTS, foldName, isAscii } from '../permissions/certificate-names.js';
import { isDnsName } from '../x509/dns-names.js';

/** Whether a text is the name of a host, in any case; a star may be its whole first label (RFC 6125, 6.4.3). */
export const isHost = (value: string): boolean =>
  value.length <= 253 && isAscii(value) && isDnsName(value.toLowerCase().replace(/^\*\./, ''));

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
 * The name that a common name adds to the altNames of a certificate; null where it adds none. One label alone, such as the name of
 * a machine or a number, is looked at as a host only where no altName is one (RFC 6125, 6.4.4).
 */
export function nameBeside(
  commonName: string,
  altNames: readonly { readonly type: string }[],
): ReturnType<typeof nameInCommonName> {
  const isOneLabel = !/[.:]/.test(commonName);
  if (isOneLabel && altNames.some(({ type }) => type === 'dns_name')) return null;
  return nameInCommonName(commonName);
}

/**
 * Whether some readers take a common name for a host that others do not: a star anywhere but as the whole first label
 * stands for a part of one in some libraries, and a dot at the end is dropped; letters and dots of other scripts are taken for
 * those that they are mapped to (UTS 46), and what cannot be seen is left out. Marks that turn the direction of writing show
 * people another name.
 */
export const isReadInTwoWays = (commonName: string): boolean =>
  !isPlainText(commonName) ||
  (commonName.includes('*') && !isHost(foldName(commonName))) ||
  hasZone(commonName) ||
  (DOTS.test(commonName) && commonName.split(DOTS).some(isMapped)) ||
  isOtherHost(commonName);

/** What cannot be seen or turns the direction of writing: controls, format characters, fillers, ends of lines, blanks that NFKC leaves. */
const UNSEEN = /[\u1680\u2800\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * What joins or parts letters where a script needs it, so that it is seen: after a virama, and between letters of Arabic script
 * (RFC 5892, A.1 and A.2).
 */
const JOINED =
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2])[\u200c\u200d]|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/u;
const UNSEEN_OR_JOINED = new RegExp(`(${JOINED.source})|${UNSEEN.source}`, 'gu');

/** Letters that people write so, though NFKC takes them apart: the vowel AM of Thai and Lao. */
const WHOLE_LETTER = /[\u0e33\u0eb3]/;

/** What people read as letters, digits, spaces or parts of a name, in another form. */
const READ_AS_MORE = /[\p{L}\p{N}\s.:/@*_-]/u;

/** A character as NFKC has it; punctuation that stands for punctuation, such as brackets of full width, stays. */
function plainCharacter(character: string): string {
  const mapped = character.normalize('NFKC');
  return READ_AS_MORE.test(mapped) && !WHOLE_LETTER.test(character) ? mapped : character;
}

/** A text as verifiers compare it, case and spaces within it aside (RFC 5280, 7.1; RFC 4518, 2). */
export const plainText = (text: string): string =>
  Array.from(text.normalize('NFC'), plainCharacter).join('').replace(UNSEEN_OR_JOINED, '$1').trim();

/** Whether a text is read in one way by all who compare names. */
export const isPlainText = (text: string): boolean => plainText(text) === text;

/** Whether a text has what nobody sees. */
export const hasUnseen = (text: string): boolean => text.replace(UNSEEN_OR_JOINED, '$1') !== text;

/** Whether it is an address with a zone, such as `fe80::1%eth0`, which some leave out. */
const hasZone = (commonName: string): boolean =>
  commonName.includes('%') && ipaddr.isValid(commonName.replace(/^\[(.*)\]$/, '$1'));

/** Whether a label of another script is looked up as another one. */
function isMapped(label: string): boolean {
  if (isAscii(label) || !/^[a-z0-9_\-\P{ASCII}]+$/iu.test(label)) return false;
  const read = domainToUnicode(domainToASCII(label));
  return read !== '' && read !== label && read !== label.toLowerCase();
}

/** Whether it is a host once its dots are those of ASCII and none is at its end. */
function isOtherHost(commonName: string): boolean {
  const host = commonName.split(DOTS).join('.').replace(/\.+$/, '');
  return host !== commonName && isHost(foldName(host));
}
