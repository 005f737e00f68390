import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newSalt, type AssociatedData, SealBroken, SealKey } from './envelope.js';

const PLACE: AssociatedData = {
  purpose: 'secret',
  ids: ['org', 'project', 'row', 1],
  field: 'value',
};
const key = new SealKey(randomBytes(32));

/** Whatever a string may hold, but for lone surrogates: those are refused at the edge. */
const anyText = fc.string({ unit: 'binary', maxLength: 200 });

describe('SealKey', () => {
  it('opens what it sealed, byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const plain = Buffer.from(bytes);
        expect(key.open(key.seal(plain, PLACE), PLACE).equals(plain)).toBe(true);
      }),
    );
  });

  it('opens texts as they were sealed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(key.open(key.seal(text, PLACE), PLACE).toString('utf8')).toBe(text);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a NUL', 'a\0b'],
    ['line ends and spaces', ' \r\n\t\n '],
    [
      'each Unicode plane',
      Array.from({ length: 17 }, (_, i) => String.fromCodePoint(i * 0x10000 + 0xfffd)).join(''),
    ],
    ['64 KiB and one', 'x'.repeat(65_537)],
  ])('seals %s', (_, text) => {
    expect(key.open(key.seal(text, PLACE), PLACE).toString('utf8')).toBe(text);
  });

  it('makes different blobs of equal values, none of them readable', () => {
    const blobs = Array.from({ length: 1_000 }, () => key.seal('swordfish', PLACE));

    expect(new Set(blobs.map((blob) => blob.toString('hex'))).size).toBe(1_000);
    expect(new Set(blobs.map((blob) => blob.subarray(1, 13).toString('hex'))).size).toBe(1_000);
    expect(blobs.some((blob) => blob.includes('swordfish'))).toBe(false);
  });

  it('adds a format byte, a nonce of 12 bytes and a tag of 16', () => {
    const blob = key.seal('12345', PLACE);

    expect(blob).toHaveLength(1 + 12 + 5 + 16);
    expect(blob[0]).toBe(1);
  });

  it('refuses a blob of which any bit was changed', () => {
    const blob = key.seal('swordfish', PLACE);
    for (let bit = 0; bit < blob.length * 8; bit++) {
      const changed = Buffer.from(blob);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => key.open(changed, PLACE)).toThrow(SealBroken);
    }
  });

  it('refuses a blob that was cut at either end, or made longer', () => {
    const blob = key.seal('swordfish', PLACE);
    for (let cut = 1; cut <= blob.length; cut++) {
      expect(() => key.open(blob.subarray(0, -cut), PLACE)).toThrow(SealBroken);
      expect(() => key.open(blob.subarray(cut), PLACE)).toThrow(SealBroken);
    }
    expect(() => key.open(Buffer.concat([blob, Buffer.alloc(1)]), PLACE)).toThrow(SealBroken);
  });

  it.each([4, 8, 12, 13, 14, 15])('refuses a tag of %d bytes', (bytes) => {
    const empty = key.seal('', PLACE);
    const full = key.seal('swordfish', PLACE);
    for (const blob of [empty, full]) {
      const cut = Buffer.concat([blob.subarray(0, -16), blob.subarray(-16).subarray(0, bytes)]);
      expect(() => key.open(cut, PLACE)).toThrow(SealBroken);
    }
  });

  it('refuses a blob with a nonce of 11 bytes, though made under the key', () => {
    const bytes = randomBytes(32);
    const nonce = randomBytes(11);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce, { authTagLength: 16 });
    const text = Buffer.concat([cipher.update('swordfish'), cipher.final()]);
    const blob = Buffer.concat([Buffer.from([1]), nonce, text, cipher.getAuthTag()]);

    expect(() => new SealKey(bytes).open(blob, PLACE)).toThrow(SealBroken);
  });

  it('refuses a blob of another key', () => {
    const other = new SealKey(randomBytes(32));

    expect(() => other.open(key.seal('swordfish', PLACE), PLACE)).toThrow(SealBroken);
  });

  it.each<[string, Partial<AssociatedData>]>([
    ['organization', { ids: ['other', 'project', 'row', 1] }],
    ['project', { ids: ['org', 'other', 'row', 1] }],
    ['row', { ids: ['org', 'project', 'other', 1] }],
    ['version', { ids: ['org', 'project', 'row', 2] }],
    ['field', { field: 'comment' }],
    ['purpose', { purpose: 'token' }],
    ['number of ids', { ids: ['org', 'project', 'row', 1, ''] }],
    ['name beside it', { beside: ['name'] }],
  ])('refuses a blob of another %s', (_, elsewhere) => {
    expect(() => key.open(key.seal('swordfish', PLACE), { ...PLACE, ...elsewhere })).toThrow(
      SealBroken,
    );
  });

  it('never takes one place for another, however their parts run together', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '1', '1:a', '2:ab', '', ':');
    const place = fc.record({ purpose: part, ids: fc.array(part, { maxLength: 3 }), field: part });
    fc.assert(
      fc.property(place, place, (here, there) => {
        fc.pre(JSON.stringify(here) !== JSON.stringify(there));
        expect(() => key.open(key.seal('x', here), there)).toThrow(SealBroken);
      }),
    );
  });

  it('binds what stands beside, each part and their number', () => {
    const place = { ...PLACE, beside: ['folder', 'name', 2] };
    const blob = key.seal('swordfish', place);

    expect(key.open(blob, { ...place }).toString()).toBe('swordfish');
    for (const beside of [[], ['folder', 'name'], ['folder', 'other', 2], ['foldername', '', 2]]) {
      expect(() => key.open(blob, { ...place, beside })).toThrow(SealBroken);
    }
  });

  it.each([0, 2, 255])('refuses a blob of format %d', (format) => {
    const blob = key.seal('swordfish', PLACE);
    blob[0] = format;

    expect(() => key.open(blob, PLACE)).toThrow(SealBroken);
  });

  it('says nothing in its refusal', () => {
    const refuse = () => key.open(Buffer.from('swordfish'.repeat(10)), PLACE);

    expect(refuse).toThrow(new SealBroken());
    expect(new SealBroken().message).toBe('A sealed value could not be opened');
  });

  it.each([0, 16, 31, 33, 64])('is not made of %d bytes', (bytes) => {
    expect(() => new SealKey(Buffer.alloc(bytes, 1))).toThrow(RangeError);
  });
});

describe('a derived key', () => {
  it('is the same for the same salt and purpose, and opens nothing else', () => {
    const salt = newSalt();
    const blob = key.derive(salt, 'write').seal('swordfish', PLACE);

    expect(key.derive(Buffer.from(salt), 'write').open(blob, PLACE).toString()).toBe('swordfish');
    for (const other of [key, key.derive(newSalt(), 'write'), key.derive(salt, 'read')]) {
      expect(() => other.open(blob, PLACE)).toThrow(SealBroken);
    }
  });

  it.each([0, 15, 17])('is refused for a salt of %d bytes', (bytes) => {
    expect(() => key.derive(Buffer.alloc(bytes), 'write')).toThrow(SealBroken);
  });
});
