import { createHash } from 'node:crypto';
import type { AcmeAddresses } from '../../src/acme/addresses.js';
import { ChallengeChecks } from '../../src/acme/validation/challenge-checks.js';
import { failureOf } from '../../src/acme/validation/validation-failure.js';
import type { ClaimedChallenge } from '../../src/acme/validation/validations.repository.js';
import { AddressPolicy } from '../../src/outgoing/address-policy.js';
import { SystemNetwork } from '../../src/outgoing/network.js';
import { Probes } from '../../src/outgoing/probes.js';
import {
  addressRecord,
  aliasRecord,
  NameServer,
  REFUSED,
  type Reply,
  SERVER_FAILURE,
  textRecord,
} from '../support/name-server.js';

const CLAIMED = {
  ...{ type: 'dns-01', token: 'token', thumbprint: 'thumbprint', identifierType: 'dns' },
  ...{ caaIdentities: null, isWildcard: false, tries: 1 },
};
const DIGEST = createHash('sha256').update('token.thumbprint').digest('base64url');
/** Bytes of a message by TCP, and of what is not text in it here. */
const [LARGEST, AROUND] = [65_535, 400];

const many = (count: number, text: string): Buffer[] =>
  Array.from({ length: count }, () => textRecord(text));

/** Replies by UDP, then those by TCP where they differ; and what becomes of the challenge. */
type Case = readonly [string, readonly Reply[], readonly Reply[] | null, string];

const CASES: readonly Case[] = [
  ['the digest', [{ records: [textRecord(DIGEST)] }], null, 'met'],
  [
    'the digest in parts',
    [{ records: [textRecord(DIGEST.slice(0, 20), DIGEST.slice(20))] }],
    null,
    'met',
  ],
  [
    'the digest beside others',
    [{ records: [...many(10, 'other'), textRecord(DIGEST)] }],
    null,
    'met',
  ],
  ['another digest', [{ records: [textRecord('other')] }], null, 'incorrectResponse'],
  ['that there is no such name', [{ code: 3 }], null, 'dns'],
  ['a failure', [{ code: SERVER_FAILURE }], null, 'dns'],
  ['a refusal', [{ code: REFUSED }], null, 'dns'],
  ['nothing', [], null, 'dns'],
  ['an alias of itself', [{ records: [aliasRecord('_acme-challenge.app.example')] }], null, 'dns'],
  [
    'that it is cut off, and the digest by TCP',
    [{ isTruncated: true }],
    [{ records: [textRecord(DIGEST)] }],
    'met',
  ],
  ['that it is cut off, and nothing by TCP', [{ isTruncated: true }], [], 'dns'],
  [
    'the digest behind thousands of texts',
    [{ isTruncated: true }],
    [{ records: [...many(3_000, 'other'), textRecord(DIGEST)] }],
    'incorrectResponse',
  ],
  [
    'a text of 64 KiB that begins with the digest',
    [{ isTruncated: true }],
    [
      {
        records: [
          textRecord(
            DIGEST,
            ...Array.from({ length: (LARGEST - AROUND) >> 8 }, () => 'x'.repeat(255)),
          ),
        ],
      },
    ],
    'incorrectResponse',
  ],
  [
    'the digest under the id of another question, then another text',
    [{ records: [textRecord(DIGEST)], isSpoofed: true }, { records: [textRecord('other')] }],
    null,
    'incorrectResponse',
  ],
  [
    'another text under the id of another question, then the digest',
    [{ records: [textRecord('other')], isSpoofed: true }, { records: [textRecord(DIGEST)] }],
    null,
    'met',
  ],
];

describe('a dns-01 challenge whose name server answers with', () => {
  it.each(CASES)('%s ends as it should (C57)', async (_, byUdp, byTcp, expected) => {
    const server = await NameServer.open((name, isTcp) => {
      expect(name).toBe('_acme-challenge.app.example');
      return isTcp && byTcp ? byTcp : byUdp;
    });
    const network = new SystemNetwork(null, [server.address], false);
    const checks = new ChallengeChecks(
      new Probes(network, new AddressPolicy([], [])),
      {} as AcmeAddresses,
    );
    const claimed = { ...CLAIMED, value: 'app.example' } as ClaimedChallenge;
    const end = await checks.check(claimed).then(
      () => 'met',
      (error: unknown) => failureOf(error).type,
    );
    server.close();

    expect(end).toBe(expected);
  });
});

/** Replies with one alias for each of so many names, and with the record for the last one. */
const openAliases = (first: string, count: number, last: Buffer): Promise<NameServer> => {
  const records = new Map(
    Array.from({ length: count }, (_, n) => [
      n === 0 ? first : `alias-${n}.example`,
      aliasRecord(`alias-${n + 1}.example`),
    ]),
  );
  records.set(`alias-${count}.example`, last);
  return NameServer.open((name) => {
    const record = records.get(name);
    return [record ? { records: [record] } : { code: 3 }];
  });
};

describe('aliases that a name server tells one at a time', () => {
  it.each([
    [1, 'met'],
    [10, 'met'],
    [11, 'dns'],
  ])('are followed to the digest, %d of them: %s', async (count, expected) => {
    const first = '_acme-challenge.app.example';
    const server = await openAliases(first, count, textRecord(DIGEST));
    const network = new SystemNetwork(null, [server.address], false);
    const checks = new ChallengeChecks(
      new Probes(network, new AddressPolicy([], [])),
      {} as AcmeAddresses,
    );
    const claimed = { ...CLAIMED, value: 'app.example' } as ClaimedChallenge;
    const end = await checks.check(claimed).then(
      () => 'met',
      (error: unknown) => failureOf(error).type,
    );
    server.close();

    expect(end).toBe(expected);
  });

  it('are followed to an address, which is judged as any other', async () => {
    const server = await openAliases('app.example', 3, addressRecord('10.0.0.1'));
    const network = new SystemNetwork(null, [server.address], false);
    const { signal } = new AbortController();

    expect(await network.resolve('app.example', signal)).toEqual(['10.0.0.1']);
    const probes = new Probes(network, new AddressPolicy([], []));
    const prober = { organizationId: 'org', payer: ['a'] };
    await expect(probes.read(new URL('http://app.example/'), 10, prober)).rejects.toMatchObject({
      step: 'address',
    });
    server.close();
  });
});
