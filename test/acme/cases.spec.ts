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
  80: 'refuses what is not for it, or no authority (400)',
  81: 'is refused within 50 ms, however it is made',
  82: 'sign before, while and after their data key is rotated',
  83: 'sign nothing in the place of another (500)',
};

/** Cases that no test has by itself, and why. */
const OPEN: Readonly<Record<number, string>> = {
  72: 'Certificates are not renewed by themselves: there is nothing that could renew one of these.',
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
