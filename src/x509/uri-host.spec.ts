import { hostOfUri } from './uri-host.js';

describe('the host of a URI', () => {
  it.each([
    ['https://a.example.org/x?y#z', 'a.example.org'],
    ['https://user:word@A.example.org:8443', 'a.example.org'],
    ['spiffe://trust_domain/ns/a', 'trust_domain'],
    ['https://10.0.0.1/', '10.0.0.1'],
    ['ldap://[2001:db8::7]/c=GB?objectClass', '[2001:db8::7]'],
    ['urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6', ''],
    ['mailto:a@example.org', ''],
    ['file:///etc/hosts', ''],
    ['tag:example.org,2026:x', ''],
    ['https:/a.example.org/', null],
    ['https:a.example.org', null],
    ['https:///a.example.org/', null],
    ['https://', null],
    ['https://evil.org;.example.org/', null],
    ['https://a.example.org./', null],
    ['https://a..example.org/', null],
    ['https://-a.example.org/', null],
    ['https://a@b@example.org/', null],
    ['foo://a:b:c/', null],
    ['foo://[::1/', null],
    ['foo://%61.example.org/', null],
    ['foo://*.example.org/', null],
    ['https://good.org\\@evil.org/', null],
    ['https://a.example.org/%zz', null],
    ['https://a.example.org/<x>', null],
    ['https://m\u00fcnchen.example/', null],
    ['a.example.org', null],
    ['', null],
  ])('%s: %j', (uri, host) => {
    expect(hostOfUri(uri)).toBe(host);
  });
});
