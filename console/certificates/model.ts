import type { components } from '../api/schema';
import type { CertificatesSearch } from './route';

type Schemas = components['schemas'];
export type Certificate = Schemas['Certificate'];
export type Authority = Schemas['Authority'];
export type Profile = Schemas['CertificateProfile'];
export type AltName = Schemas['AltName'];
export type Attributes = Schemas['CertificateAttributes'];

const DAY = 86_400_000;
/** How near the end of a certificate has to be for it to stand out. */
const SOON = 30 * DAY;

/** `soon`: active, and at its end within a month or within the last third of its life, whichever is shorter. */
export type State = 'active' | 'soon' | 'expired' | 'revoked';

export function stateOf(
  { status, notBefore, notAfter }: Pick<Certificate, 'status' | 'notBefore' | 'notAfter'>,
  now: number,
): State {
  if (status !== 'active') return status;
  const [from, until] = [Date.parse(notBefore), Date.parse(notAfter)];
  if (until <= now) return 'expired';
  return until - now <= Math.min(SOON, (until - from) / 3) ? 'soon' : 'active';
}

/** Why one is not renewed, whatever the rights; null where it may be. */
export type NotRenewed = 'imported' | 'elsewhere' | 'noProfile' | 'isDone' | 'isRevoked';

export function notRenewed(
  of: Pick<Certificate, 'origin' | 'profileId' | 'renewedByCertificateId' | 'status'>,
): NotRenewed | null {
  if (of.origin === 'import') return 'imported';
  if (of.origin === 'sign-intermediate') return 'elsewhere';
  if (of.profileId === null) return 'noProfile';
  if (of.renewedByCertificateId !== null) return 'isDone';
  return of.status === 'revoked' ? 'isRevoked' : null;
}

/** Why one is not revoked, whatever the rights. */
export function notRevoked(
  { origin }: Pick<Certificate, 'origin'>,
  state: State,
): 'imported' | 'isOver' | 'isDone' | null {
  if (origin === 'import') return 'imported';
  if (state === 'expired') return 'isOver';
  return state === 'revoked' ? 'isDone' : null;
}

/** Every other name than the common one. */
export const otherNames = ({ commonName, altNames }: Certificate): string[] =>
  altNames
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== commonName);

/** What it is called in a list: the common name, or else the first other one. */
export const nameOf = (certificate: Certificate): string =>
  certificate.commonName || otherNames(certificate)[0] || certificate.serialNumber;

/** The authorities above a certificate, from the one that issued it to the root; as far as they are known. */
export function issuersOf(caId: string | null, authorities: readonly Authority[]): Authority[] {
  const chain: Authority[] = [];
  let next = authorities.find(({ id }) => id === caId);
  while (next && !chain.includes(next)) {
    chain.push(next);
    const { parentCaId } = next.configuration;
    next = authorities.find(({ id }) => id === parentCaId);
  }
  return chain;
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** What kind of name a text is; the server holds each to its form. */
function kindOf(name: string): AltName['type'] {
  if (name.includes('://')) return 'uri';
  if (name.includes('@')) return 'email';
  return IPV4.test(name) || name.includes(':') ? 'ip_address' : 'dns_name';
}

/** Names out of a text, one a line or with commas between them, each once. */
export const altNamesOf = (text: string): AltName[] =>
  [...new Set(text.split(/[\s,]+/))]
    .filter((value) => value !== '')
    .map((value) => ({ type: kindOf(value), value }));

/** What somebody fills in to have a certificate issued. */
export interface Wish {
  readonly profileId: string;
  /** With a signing request the key stays where it was made, and the names are those of the request. */
  readonly way: 'key' | 'request';
  readonly commonName: string;
  readonly altNames: string;
  readonly csr: string;
  /** Days; empty: as the profile says. */
  readonly days: string;
}

const hasDays = (days: string): boolean => /^[1-9]\d{0,4}$/.test(days.trim());

/** Whether everything is there that the server needs. */
export const isWhole = ({ profileId, way, commonName, altNames, csr, days }: Wish): boolean =>
  profileId !== '' &&
  (days.trim() === '' || hasDays(days)) &&
  (way === 'request'
    ? /-----BEGIN (NEW )?CERTIFICATE REQUEST-----/.test(csr)
    : commonName.trim() !== '' || altNamesOf(altNames).length > 0);

/** The body of the request, without what was left empty. */
export function orderOf({ profileId, way, commonName, altNames, csr, days }: Wish) {
  const ttl = hasDays(days) ? { ttl: `${days.trim()}d` } : {};
  if (way === 'request') {
    const attributes: Attributes = ttl;
    return { profileId, csr: `${csr.trim()}\n`, ...(hasDays(days) ? { attributes } : {}) };
  }
  const names = altNamesOf(altNames);
  const attributes: Attributes = {
    ...(commonName.trim() === '' ? {} : { commonName: commonName.trim() }),
    ...(names.length > 0 ? { altNames: names } : {}),
    ...ttl,
  };
  return { profileId, attributes };
}

/** A file name of letters that every system takes. */
export const fileNameOf = (name: string, what: string): string =>
  `${name.replaceAll(/[^\w.-]+/g, '_').slice(0, 64)}-${what}.pem`;

/** Twos of hexadecimal digits, as people compare them. */
export const pairsOf = (hex: string): string[] => hex.toUpperCase().match(/../g) ?? [];

/** The address of a list in which a certificate that was just revoked stands too. */
export const withRevoked = (search: CertificatesSearch): CertificatesSearch =>
  search.status === 'revoked' ? search : { ...search, status: 'all' };
