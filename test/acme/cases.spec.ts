import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..');
const COUNT = 88;

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('spec.ts') && !file.endsWith('cases.spec.ts'))
    .map((file) => join(ROOT, folder, file));

const texts = ['test/acme', 'test/certificates', 'src/x509', 'src/certificates', 'src/acme']
  .flatMap(filesOf)
  .map((file) => readFileSync(file, 'utf8'));

/** Case numbers in the titles of tests, such as `(malformed, C1, C2)` or `(C43 to C46)`. */
function titled(): Set<number> {
  const ranges = texts.flatMap((text) => [
    ...text.matchAll(/\bC(\d+)(?: to C(\d+))?(?=[^()\n]*\))/g),
  ]);
  const numbers = ranges.flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );
  return new Set(numbers);
}

/** Cases that other tests prove: a part of the title of each. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  30: 'bind an account to the secret of the profile, which is read with an entry in the audit log',
  44: 'says the names of the order, exactly, and nothing else that its signing request says',
  66: 'knows of a revocation at once, on every replica',
  68: 'lets go of a certificate only in a list that was made after its end',
  69: 'is made once, however many ask after a revocation',
  70: 'answers junk as malformed, and takes no other media type or more than 4 KiB',
  73: 'refuse an authority or policy of another project (404), and one that the caller may not read (403)',
  74: 'needs the right to issue, and to each name (403); writes what was made, without the key',
  76: 'makes an authority only for who may sign it, whatever the profile allows (403)',
  77: 'are apart from reading: null in a bundle, 403 by themselves, an entry when they are shown',
  79: 'keeps to the name constraints of every authority above (400)',
  82: 'sign before, while and after their data key is rotated',
  83: 'sign nothing in the place of another (500)',
};

/** Cases that no test has by itself, and why. */
const OPEN: Readonly<Record<number, string>> = {
  22: 'Fields of an update that no rule names are ignored: only status and contact are read.',
  24: 'A result counts only while the account has the key that was looked for; not raced by a test.',
  47: 'The reader of DER is fuzzed by src/x509 specs; not through finalize.',
  48: 'Other attributes of a subject than its common name are refused (C43).',
  57: 'A silent or wrong name server is not played; names go through the outgoing module.',
  63: 'One authorization is decided under the lock of its account; not raced by a test.',
  64: 'Probes take no setting of the environment; not tried with one.',
  67: 'Revocation and its count are one transaction; its failure is not played.',
  72: 'Certificates are not renewed by themselves.',
  78: 'Patterns of policies are those of rules, whose time is measured in src/permissions.',
  80: 'See the table of imports in test/certificates/authorities.e2e-spec.ts.',
  81: 'See the reader of PEM in src/x509/x509.spec.ts.',
  84: 'Dates are told by the database; no clock is moved by a test.',
  85: 'Lists belong to keys of authorities by their ids, and never to names.',
  86: 'Signatures that take long are made in threads; their queue is not flooded by a test.',
  87: 'Serial numbers are random and unique; no collision is forced.',
  88: 'Bodies of hosts and binding secrets are looked for in the log (C56, C30); keys are in test/certificates.',
};

describe('the hostile cases of certificates and ACME', () => {
  it('are each in the title of a test, proved by another, or left open for a reason', () => {
    const inTitles = titled();
    const known = (n: number) => inTitles.has(n) || n in ELSEWHERE || n in OPEN;
    const all = Array.from({ length: COUNT }, (_, index) => index + 1);

    expect(all.filter((n) => !known(n))).toEqual([]);
  });

  it('that are proved elsewhere name tests that are there, and no case is open that has one', () => {
    const whole = texts.join('\n');
    const gone = Object.values(ELSEWHERE).filter((title) => !whole.includes(title));
    const inTitles = titled();
    const proved = Object.keys(OPEN).filter(
      (n) => Number(n) in ELSEWHERE || inTitles.has(Number(n)),
    );

    expect({ gone, proved }).toEqual({ gone: [], proved: [] });
  });
});
