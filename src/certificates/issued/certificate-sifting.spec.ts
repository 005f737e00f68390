import { describe, expect, it } from '@jest/globals';
import { compile } from '../../permissions/ability.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { SourcedRule } from '../../permissions/rule.js';
import type { CertificateRecord } from './certificate.js';
import { readableOf } from './certificate-sifting.js';

const rule = (conditions: object): SourcedRule => ({
  ...{ subject: 'certificates', action: 'read', conditions },
  source: { kind: 'role', slug: 'r' },
});

const certificate = (n: number, names = 1): CertificateRecord =>
  ({
    ...{ id: `c${n}`, commonName: '', serialNumber: '00', status: 'active', metadata: [] },
    content: {
      sans: Array.from({ length: names }, (_, i) => ({
        type: 'dns_name',
        value: `n${n % 2}-${'a'.repeat(180)}${i}.corp`,
      })),
    },
  }) as unknown as CertificateRecord;

const EVEN = compile(PROJECT_SUBJECTS, [rule({ altNames: { $glob: 'n0*' } })]);

describe('the certificates that a caller may read', () => {
  it.each([
    [0, 3, [0, 2, 4]],
    [2, 2, [4, 6]],
    [249, 5, [498]],
    [250, 5, []],
  ])('from %i on, %i of them, come with their number', async (offset, limit, expected) => {
    const all = Array.from({ length: 500 }, (_, n) => certificate(n));
    const page = await readableOf(EVEN, { offset, limit }, async (part) =>
      all.slice(part.offset, part.offset + part.limit),
    );

    expect(page.certificates.map(({ id }) => id)).toEqual(expected.map((n) => `c${n}`));
    expect(page.totalCount).toBe(250);
  });

  it('are counted once though others are made meanwhile', async () => {
    const all = Array.from({ length: 400 }, (_, n) => certificate(n));
    const page = await readableOf(EVEN, { offset: 0, limit: 1 }, async (part) => {
      const found = all.slice(part.offset, part.offset + part.limit);
      all.unshift(certificate(1_001 + part.offset));
      return found;
    });

    expect(page.totalCount).toBe(200);
  });

  it('are not looked for among very many, or where that takes too long (400)', async () => {
    const endless = (names: number) => async (part: { offset: number; limit: number }) =>
      Array.from({ length: part.limit }, (_, n) => certificate(part.offset + n, names));
    const hard = Array.from({ length: 900 }, (_, n) =>
      rule({ altNames: { $glob: `*${'a*'.repeat(60)}b${n}*` } }),
    );
    const refused = { code: 'search-too-wide' };

    const first = { offset: 0, limit: 1 };
    const slow = compile(PROJECT_SUBJECTS, hard);

    await expect(readableOf(EVEN, first, endless(1))).rejects.toMatchObject(refused);
    await expect(readableOf(slow, first, endless(100), 100)).rejects.toMatchObject(refused);
  });
});
