import { describe, expect, it } from '@jest/globals';
import { makeIntermediateCertificate, makeRootCertificate } from './authority-certificate.js';
import type { Constraints } from './extensions.js';
import { newKeyPair } from './key-algorithms.js';
import { namesBeyond } from './name-constraints.js';
import { distinguishedName } from './names.js';
import { readCertificate } from './read-certificate.js';
import { KeySigner } from './signer.js';

async function anAuthority(constraints?: Constraints): Promise<Buffer> {
  const signer = new KeySigner((await newKeyPair('EC_prime256v1')).privateKey);
  const content = {
    subject: distinguishedName({ commonName: 'x' }),
    publicKey: signer.publicKey,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2036-01-01T00:00:00Z'),
    maxPathLength: -1,
  };
  const { der } = await makeRootCertificate(content, signer);
  const issuer = {
    ...{ certificate: readCertificate(der), signer },
    ...{ certificateUrl: 'http://x/1', revocationListUrls: ['http://x/2'] },
  };
  const below = constraints ? { ...content, constraints } : content;
  return (await makeIntermediateCertificate(below, issuer)).der;
}

type Kind = 'dns_name' | 'ip_address' | 'email' | 'uri';

const CASES: readonly (readonly [Constraints, Kind, string, boolean])[] = [
  [{ permitted: { dns: ['example.org'] } }, 'dns_name', 'example.org', true],
  [{ permitted: { dns: ['example.org'] } }, 'dns_name', 'A.EXAMPLE.org', true],
  [{ permitted: { dns: ['example.org'] } }, 'dns_name', 'badexample.org', false],
  [{ permitted: { dns: ['.example.org'] } }, 'dns_name', 'example.org', false],
  [{ permitted: { dns: ['example.org'] } }, 'dns_name', '*.example.org', true],
  [{ permitted: { dns: ['a.example.org'] } }, 'dns_name', '*.example.org', false],
  [{ excluded: { dns: ['a.example.org'] } }, 'dns_name', '*.example.org', false],
  [{ excluded: { dns: ['a.b.example.org'] } }, 'dns_name', 'b.example.org', true],
  [{ excluded: { dns: ['EXAMPLE.org'] } }, 'dns_name', 'x.example.ORG', false],
  [{ permitted: { dns: ['example.org'] } }, 'ip_address', '10.0.0.1', true],
  [{ permitted: { ip: ['10.0.0.0/8'] } }, 'ip_address', '10.255.255.255', true],
  [{ permitted: { ip: ['10.0.0.0/8'] } }, 'ip_address', '11.0.0.0', false],
  [{ permitted: { ip: ['10.0.0.0/8'] } }, 'ip_address', '2001:db8::1', false],
  [{ excluded: { ip: ['2001:db8::/33'] } }, 'ip_address', '2001:db8:7fff::1', false],
  [{ excluded: { ip: ['2001:db8::/33'] } }, 'ip_address', '2001:db8:8000::1', true],
  [{ permitted: { ip: ['10.0.0.0/8'] } }, 'ip_address', '::ffff:10.0.0.1', false],
  [{ excluded: { ip: ['10.0.0.0/8'] } }, 'ip_address', '::ffff:10.0.0.1', false],
  [{ permitted: { email: ['example.org'] } }, 'email', 'a@example.org', true],
  [{ permitted: { email: ['example.org'] } }, 'email', 'a@x.example.org', false],
  [{ permitted: { email: ['.example.org'] } }, 'email', 'a@x.example.org', true],
  [{ excluded: { email: ['a@example.org'] } }, 'email', 'a@EXAMPLE.org', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https://user@a.example.org:1/x', true],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https://a.example.org.evil.com/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'HTTPS://A.Example.ORG/', true],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'spiffe://a.example.org/x', true],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https:/a.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https:a.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https:///a.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https://evil.com;.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https://x@evil.com@a.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'https://evil.com\\.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'foo://%61.example.org/', false],
  [{ permitted: { uri: ['.example.org'] } }, 'uri', 'urn:x:a.example.org', false],
  [{ excluded: { uri: ['.example.org'] } }, 'uri', 'urn:x:y', false],
  [{ excluded: { uri: ['.example.org'] } }, 'uri', 'https://10.0.0.1/', false],
  [{ excluded: { uri: ['.example.org'] } }, 'uri', 'https://[2001:db8::1]/', false],
  [{ excluded: { uri: ['.example.org'] } }, 'uri', 'https:/a.example.org/', false],
  [{ excluded: { uri: ['.example.org'] } }, 'uri', 'https://other.com/', true],
  [{ excluded: { dns: ['example.org'] } }, 'uri', 'urn:x:y', true],
];

describe('name constraints', () => {
  it.each(CASES)('%j, %s %s: allowed is %s', async (constraints, type, value, isAllowed) => {
    const beyond = namesBeyond(await anAuthority(constraints), [{ type, value }]);

    expect(beyond).toHaveLength(isAllowed ? 0 : 1);
  });

  it('are none where an authority has none', async () => {
    expect(namesBeyond(await anAuthority(), [{ type: 'dns_name', value: 'x' }])).toEqual([]);
  });
});
