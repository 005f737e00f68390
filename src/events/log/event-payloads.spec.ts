import fc from 'fast-check';
import type { SecretChange } from './event-log.js';
import { toPayloads } from './event-payloads.js';

const LINE = 48 * 1024;

const change = (secretKey: string, secretPath = '/'): SecretChange => ({
  environment: 'dev',
  secretPath,
  secretKey,
});

const read = (texts: readonly string[]) =>
  texts.flatMap((text) => JSON.parse(text) as SecretChange[]);

describe('payloads', () => {
  it('makes nothing of nothing, and one array of one', () => {
    expect(toPayloads([])).toEqual([]);
    expect(toPayloads([change('A')])).toEqual([
      '[{"environment":"dev","secretPath":"/","secretKey":"A"}]',
    ]);
  });

  it('names the fields that are sent and nothing more', () => {
    const more = { ...change('A'), secretValue: 'canary', id: 1 };
    expect(read(toPayloads([more]))).toEqual([change('A')]);
  });

  it('names ids and slugs of access, and never a rule', () => {
    const item = { identityId: 'i', privilegeId: 'p', privilegeSlug: 's' };
    const more = { ...item, permissions: [{ subject: 'secrets', action: 'read' }] };
    expect(toPayloads([more])).toEqual([
      '[{"identityId":"i","privilegeId":"p","privilegeSlug":"s"}]',
    ]);
  });

  it('puts a thousand short names into a few lines', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => change(`KEY_${index}`));
    const texts = toPayloads(changes);
    expect(texts).toHaveLength(2);
    expect(read(texts)).toEqual(changes);
  });

  it('keeps the greatest items there can be below the line', () => {
    const path = `/${'p'.repeat(1_023)}`;
    for (const character of ['\u0001', '😀', '"', '\u2028']) {
      const key = character.repeat(256 / character.length);
      const changes = Array.from({ length: 100 }, () => change(key, path));
      const texts = toPayloads(changes);
      expect(read(texts)).toEqual(changes);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(LINE);
    }
  });

  it('never breaks a line', () => {
    const [text] = toPayloads([change('a\nb\r\ndata: x\n\n')]);
    expect(text).not.toMatch(/[\r\n]/);
  });

  it('loses nothing, keeps the order, and fills no line beyond its bound', () => {
    const text = fc.string({ unit: 'binary', maxLength: 256 });
    const item = fc.record({ environment: text, secretPath: text, secretKey: text });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 200, size: 'max' }), (changes) => {
        const texts = toPayloads(changes);
        expect(read(texts)).toEqual(changes);
        for (const each of texts) expect(Buffer.byteLength(each)).toBeLessThan(LINE);
      }),
      { numRuns: 20 },
    );
  });
});
