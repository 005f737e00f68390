import { describe, expect, it } from '@jest/globals';
import {
  altNamesOf,
  type Authority,
  fileNameOf,
  issuersOf,
  isWhole,
  nameOf,
  notRenewed,
  notRevoked,
  orderOf,
  otherNames,
  pairsOf,
  stateOf,
  type Wish,
  withRevoked,
} from './model';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');
const inDays = (days: number) => new Date(NOW + days * DAY).toISOString();
const life = (from: number, until: number, status: 'active' | 'expired' | 'revoked' = 'active') =>
  stateOf({ status, notBefore: inDays(from), notAfter: inDays(until) }, NOW);

describe('the state of a certificate', () => {
  it('stands out in its last month, or the last third of a short life', () => {
    expect(life(-300, 60)).toBe('active');
    expect(life(-300, 30)).toBe('soon');
    expect(life(-1, 5)).toBe('active');
    expect(life(-4, 2)).toBe('soon');
  });

  it('is what the server says, and over at its end before the server is asked again', () => {
    expect(life(-300, -1, 'expired')).toBe('expired');
    expect(life(-3, 60, 'revoked')).toBe('revoked');
    expect(life(-3, 0)).toBe('expired');
  });
});

describe('what is done with a certificate', () => {
  const of = (more: object) =>
    ({
      ...{ origin: 'profile', profileId: 'p', renewedByCertificateId: null, status: 'active' },
      ...more,
    }) as never;

  it('is not renewed here where it was imported, or is an authority elsewhere', () => {
    expect(notRenewed(of({}))).toBeNull();
    expect(notRenewed(of({ origin: 'import', profileId: null }))).toBe('imported');
    expect(notRenewed(of({ origin: 'sign-intermediate', profileId: null }))).toBe('elsewhere');
    expect(notRenewed(of({ profileId: null }))).toBe('noProfile');
    expect(notRenewed(of({ renewedByCertificateId: 'n' }))).toBe('isDone');
    expect(notRenewed(of({ status: 'revoked' }))).toBe('isRevoked');
  });

  it('is revoked here unless it was imported, is over or is revoked', () => {
    expect(notRevoked(of({}), 'soon')).toBeNull();
    expect(notRevoked(of({ origin: 'sign-intermediate' }), 'active')).toBeNull();
    expect(notRevoked(of({ origin: 'import' }), 'active')).toBe('imported');
    expect(notRevoked(of({}), 'expired')).toBe('isOver');
    expect(notRevoked(of({}), 'revoked')).toBe('isDone');
  });
});

describe('names', () => {
  const named = (commonName: string, altNames: string) =>
    ({ commonName, altNames, serialNumber: '0a' }) as never;

  it('are the common one and the others, each once', () => {
    expect(otherNames(named('a.org', 'a.org, b.org,10.0.0.1'))).toEqual(['b.org', '10.0.0.1']);
    expect(nameOf(named('', 'b.org'))).toBe('b.org');
    expect(nameOf(named('', ''))).toBe('0a');
  });

  it('are told apart by their form', () => {
    const found = altNamesOf('a.org\n*.b.org, 10.0.0.1 2001:db8::1\nops@x.org spiffe://x/y a.org');
    expect(found.map(({ type }) => type)).toEqual([
      ...['dns_name', 'dns_name', 'ip_address', 'ip_address', 'email', 'uri'],
    ]);
  });

  it('make file names that no system stumbles over', () => {
    expect(fileNameOf('*.a.org/../x', 'chain')).toBe('_.a.org_.._x-chain.pem');
    expect(pairsOf('0aff')).toEqual(['0A', 'FF']);
  });
});

it('lists what was just revoked, with the others', () => {
  expect(withRevoked({ id: 'a' })).toEqual({ id: 'a', status: 'all' });
  expect(withRevoked({ status: 'expired' })).toEqual({ status: 'all' });
  expect(withRevoked({ status: 'revoked', id: 'a' })).toEqual({ status: 'revoked', id: 'a' });
});

describe('the chain', () => {
  const authority = (id: string, parentCaId: string | null) =>
    ({ id, configuration: { parentCaId } }) as unknown as Authority;

  it('goes from the issuer to the root, and ends where nothing more is known', () => {
    const [root, middle, lone] = [
      authority('r', null),
      authority('m', 'r'),
      authority('x', 'unseen'),
    ];
    expect(issuersOf('m', [root, middle, lone])).toEqual([middle, root]);
    expect(issuersOf('x', [root, middle, lone])).toEqual([lone]);
    expect(issuersOf(null, [root])).toEqual([]);
    expect(issuersOf('a', [authority('a', 'a')])).toHaveLength(1);
  });
});

describe('what is asked for', () => {
  const wish: Wish = {
    ...{ profileId: 'p', way: 'key', commonName: 'a.org', altNames: '', csr: '', days: '' },
  };
  const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMII\n-----END CERTIFICATE REQUEST-----';

  it('is whole once there is a name, or a signing request', () => {
    expect(isWhole(wish)).toBe(true);
    expect(isWhole({ ...wish, commonName: ' ' })).toBe(false);
    expect(isWhole({ ...wish, commonName: '', altNames: 'b.org' })).toBe(true);
    expect(isWhole({ ...wish, days: '0' })).toBe(false);
    expect(isWhole({ ...wish, way: 'request' })).toBe(false);
    expect(isWhole({ ...wish, way: 'request', csr })).toBe(true);
  });

  it('says nothing of what was left empty: the profile decides', () => {
    expect(orderOf(wish)).toEqual({ profileId: 'p', attributes: { commonName: 'a.org' } });
    expect(orderOf({ ...wish, altNames: 'b.org', days: '90' })).toEqual({
      profileId: 'p',
      attributes: {
        ...{ commonName: 'a.org', ttl: '90d' },
        altNames: [{ type: 'dns_name', value: 'b.org' }],
      },
    });
    expect(orderOf({ ...wish, way: 'request', csr })).toEqual({ profileId: 'p', csr: `${csr}\n` });
  });
});
