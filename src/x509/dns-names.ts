import { domainToASCII, domainToUnicode } from 'node:url';

/** Underscores are in names of services (RFC 2782). */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const MAX_NAME = 253;

/** Whether a text in lower case is a name in the DNS, without a dot at its end. */
export const isDnsName = (text: string): boolean =>
  text.length <= MAX_NAME && text.split('.').every((label) => LABEL.test(label));

/** Whether each label of a name in lower case that says it is encoded decodes, and encodes back to itself (RFC 5891, 5.4). */
export const isEncodedSoundly = (name: string): boolean =>
  name
    .split('.')
    .every((label) => label.slice(2, 4) !== '--' || (label.startsWith('xn--') && isALabel(label)));

function isALabel(label: string): boolean {
  const decoded = domainToUnicode(label);
  return decoded !== '' && decoded !== label && domainToASCII(decoded) === label;
}
