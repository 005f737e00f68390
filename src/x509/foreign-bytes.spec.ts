import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Integer, OctetString, Sequence, Utf8String } from 'asn1js';
import fc from 'fast-check';
import { AttributeTypeAndValue } from 'pkijs';
import { makeRootCertificate } from './authority-certificate.js';
import { makeRequest, readRequest } from './certificate-request.js';
import { readChallengeCertificate } from './challenge-certificate.js';
import { countElements } from './element-count.js';
import { newKeyPair } from './key-algorithms.js';
import { namesBeyond } from './name-constraints.js';
import { distinguishedName, nameOfParts } from './names.js';
import { readOcspRequest } from './ocsp.js';
import { readCertificate } from './read-certificate.js';
import { readLeaf } from './read-leaf.js';
import { KeySigner } from './signer.js';
import { X509Problem } from './x509-problem.js';

const CSR_WITH_EMPTY_SET =
  'MIIBIzCByQIBADARMQ8wDQYDVQQDDAZhLmNvcnAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATwKgop+SB8AW9Yz1Xzyt1pPYxTOnGwvpYXMnmtjxv9tCKufSOXCzv1+hfQbGpBoDPiWRuH4SDwi7t72YI1n2Z5oFYwVAYJKoZIhvcNAQkOMQAwRTAhBgNVHREEGjAYggZhLmNvcnCCCCouYi5jb3JwhwQBAgMEMA4GA1UdDwEB/wQEAwIFoDAQBgNVHR4ECTAHoAUwA4IBeDAKBggqhkjOPQQDAgNJADBGAiEA0XSYo4F263wTy2YNnz+bhfPy7U8Ai41rS/99+0USRdMCIQD7hOEis215fvGwot6CWP6GWYVgbCFOoBlZwnxX0I43Kw==';
const CSR_WITH_BAD_TIME =
  'MIIBITCByQIBADARMQ8wDQYDVQQDDAZhLmNvcnAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATwKgop+SB8AW9Yz1Xzyt1pPYxTOnGwvpYXMnmtjxv9tCKufSOXCzv1+hfQbGpBoDPiWRuH4SDwi7t72YI1n2Z5oFYwVAYJKoZIhvcNAQkOMUcwRTAhBgNVHREEGjAYGAZhLmNvcnCCCCouYi5jb3JwhwQBAgMEMA4GA1UdDwEB/wQEAwIFoDAQBgNVHR4ECTAHoAUwA4IBeDAKBggqhkjOPQQDAgNHADBEAiAlosyZJ/HvXpgOI4bE2eogYd4D1wRgvJpgJcAtI1FrxAIgI1ZXD3mzu1eGY6ohbYrUO/DJpvrDYGsmsPkGFrOCnJ4=';
const CSR_WITH_HALF_A_CHARACTER =
  'MIHKMHECAQAwDzENMAsGA1UEAx4E2AAAYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGCYD7G4pjUbuiwWU5PzHLqzKepnolJXYR8MJf7ltM8VuzFj4NdZXG7pkVjqj4BdIL4KvMOBGOmbyist5bEtplmgADAKBggqhkjOPQQDAgNJADBGAiEA9WjfeX46HkSiTwJJ0pAFyAmH7PJHz+S4VA5ceSAxhpwCIQCyGZgV4XOOfO9gYowf2vaZ06e1OLnTdwEiVmszjaHjcQ==';
const OCSP_WITH_BAD_TIME =
  '3050304ea103820178302c30143012300706052b0e03021a04016104016202010130143012300706052b0e03021a040161040162020102a2193017301506092b060105050730010204081806f89863646566';

/** Any DER element; each kind of reader is to refuse what is none of its own. */
const tlv = (tag: number, content: Buffer): Buffer => {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const oid = (hex: string) => tlv(6, Buffer.from(hex, 'hex'));
const seq = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));

/** A signing request whose extensions have so many names; nobody signed it. */
function requestOf(names: number): Buffer {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const many = Array.from({ length: names }, (_, n) => tlv(0x82, Buffer.from(`n${n}`)));
  const extension = seq(oid('551d11'), tlv(4, seq(...many)));
  const asked = seq(oid('2a864886f70d01090e'), tlv(0x31, seq(extension)));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = seq(tlv(2, Buffer.from([0])), seq(), spki, tlv(0xa0, asked));
  return seq(body, seq(oid('2a8648ce3d040302')), tlv(3, Buffer.from([0, 1])));
}

const READERS = [
  ['signing requests', readRequest],
  ['certificates', readCertificate],
  ['certificates of services', readLeaf],
  ['certificates of challenges', readChallengeCertificate],
  ['OCSP requests', readOcspRequest],
  ['name constraints', (der: Buffer) => namesBeyond(der, [])],
] as const;

describe('the count of elements', () => {
  it('is of all headers, those within octet strings included, and ends one beyond the most', () => {
    const inner = new Sequence({
      value: Array.from({ length: 10 }, () => new Integer({ value: 1 })),
    });
    const outer = new Sequence({ value: [new OctetString({ valueHex: inner.toBER() })] });
    const bytes = new Uint8Array(outer.toBER());

    expect(countElements(bytes, 100)).toBe(13);
    expect(countElements(bytes, 5)).toBe(6);
    expect(countElements(requestOf(4_000), 300)).toBe(301);
  });

  it('takes any bytes, and never counts more than there are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(countElements(bytes, 10_000)).toBeLessThanOrEqual(bytes.length * 31);
      }),
    );
  });
});

describe('what others sent', () => {
  it('is counted before it is read: a request of thousands of names is refused, whatever they are', () => {
    for (const names of [300, 1_500]) {
      const problem = new X509Problem('It has more than 300 elements.');
      expect(() => readRequest(requestOf(names))).toThrow(problem);
    }
    // It is read, and its signature is by nobody.
    expect(() => readRequest(requestOf(100))).toThrow('signature');
  });

  it.each([
    ['a request with an empty set', () => readRequest(Buffer.from(CSR_WITH_EMPTY_SET, 'base64'))],
    [
      'a request with half a character',
      () => readRequest(Buffer.from(CSR_WITH_HALF_A_CHARACTER, 'base64')),
    ],
    ['a request with no time', () => readRequest(Buffer.from(CSR_WITH_BAD_TIME, 'base64'))],
    ['a question with no time', () => readOcspRequest(Buffer.from(OCSP_WITH_BAD_TIME, 'hex'))],
  ])('is refused where it is damaged: %s', (_, read) => {
    expect(read).toThrow(X509Problem);
  });

  it('is refused where its UTF-8 is damaged', async () => {
    const { privateKey } = await newKeyPair('EC_prime256v1');
    const value = new Utf8String({ value: 'Ann' });
    const request = () =>
      makeRequest(
        nameOfParts([new AttributeTypeAndValue({ type: '2.5.4.3', value })]),
        new KeySigner(privateKey),
      );
    expect(readRequest(await request())).toMatchObject({ commonName: 'Ann' });
    value.valueBlock.valueHexView = Buffer.from('ff416e6e', 'hex');

    const damaged = await request();
    expect(() => readRequest(damaged)).toThrow(X509Problem);
  });

  it.each(READERS)(
    'never makes readers of %s fail otherwise, however it is changed',
    async (_, read) => {
      const { privateKey, publicKey } = await newKeyPair('EC_prime256v1');
      const subject = distinguishedName({ commonName: 'a.example.org', country: 'CH' });
      const signer = new KeySigner(privateKey);
      const made = await makeRootCertificate(
        {
          ...{ subject, publicKey, maxPathLength: 1 },
          ...{ notBefore: new Date('2026-01-01'), notAfter: new Date('2027-01-01') },
          constraints: { permitted: { dns: ['example.org'] }, excluded: { ip: ['10.0.0.0/8'] } },
        },
        signer,
      );
      const sources = [
        made.der,
        await makeRequest(subject, signer),
        Buffer.from(CSR_WITH_EMPTY_SET, 'base64'),
        Buffer.from(CSR_WITH_BAD_TIME, 'base64'),
        Buffer.from(OCSP_WITH_BAD_TIME, 'hex'),
      ];
      const change = fc.tuple(fc.nat(2_000), fc.integer({ min: 0, max: 255 }));
      fc.assert(
        fc.property(
          fc.constantFrom(...sources),
          fc.array(change, { maxLength: 4 }),
          (source, changes) => {
            const bytes = Buffer.from(source);
            for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
            try {
              read(bytes);
            } catch (error) {
              expect(error).toBeInstanceOf(X509Problem);
            }
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});
