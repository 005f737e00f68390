import { domainToASCII, domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';

/** The fields of conditions that hold names of certificates. */
export const NAME_FIELDS: ReadonlySet<string> = new Set(['commonName', 'altNames']);

/** Whether a name stands for all with one label in the place of its star (RFC 6125, 6.4.3). */
export const isWildcard = (name: string): boolean => name.startsWith('*.');

/**
 * A name, or a pattern of names, in the form in which they are compared: without case (RFC 4343; RFC 5280, 7.1), spaces of any kind in a row
 * as one and joiners of letters left out (RFC 4518, 2), labels of
 * other scripts as A-labels (RFC 5890), an address in the one form of RFC 5952, an IPv4 address as such. A label of another
 * script that has a wildcard stays as it is, since no part of an A-label says what a part of the label does.
 */
export function foldName(text: string): string {
  const single = text.replace(SPACES, ' ');
  return foldHeldName(DOTS.test(single) ? single : single.replace(JOINERS, ''));
}

/**
 * A name that a template puts in, as `foldName` has it, but with all that it is written with: nobody gets another's name by
 * spaces or joiners within their own.
 */
export function foldHeldName(text: string): string {
  const folded = text.toLowerCase();
  if (folded.includes(':') && ipaddr.IPv6.isValid(folded)) return ipaddr.process(folded).toString();
  if (isAscii(folded)) return folded;
  if (!folded.includes('.')) return foldLetters(folded);
  return folded.split(DOTS).map(asciiLabel).join('.');
}

/**
 * A pattern of names as `foldName` has it, and in the letters in which names are taken (NFKC): one in other forms of them would match
 * nothing, and forbid nothing.
 */
export const foldPattern = (text: string): string =>
  foldName(
    text
      .normalize('NFKC')
      .split(DOTS)
      .join('.')
      .replace(/^\[(.*:.*)\]$/, '$1'),
  );

/** Joiners of letters and the like. They count in names of hosts (RFC 5892), not in those of people and things. */
const JOINERS = /\p{Cf}/gu;

/** All that separates words is a space (RFC 4518, 2.2). */
const SPACES = /\p{Zs}+/gu;

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Resolvers take each of these for a dot (RFC 3490, 3.1). */
export const DOTS = /[.\u3002\uff0e\uff61]/;

function asciiLabel(label: string): string {
  if (isAscii(label) || /[*?{}]/.test(label)) return label;
  const written = domainToASCII(label);
  // What is mapped to another label, as by leaving out what cannot be seen, is none.
  return domainToUnicode(written) === label ? written : foldLetters(label);
}

/** A text in lower case as verifiers fold it (RFC 3454, B.2): `straße` is `strasse`, and a sigma at the end of a word any other. */
export const foldLetters = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length > letter.length ? upper.toLowerCase() : letter === 'ς' ? 'σ' : letter;
  });
