import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { ApiError } from '../errors/api-error.js';
import { HashQueue } from './hash-queue.js';
import { PasswordHashes } from './password-hashes.js';

const hashes = new PasswordHashes();

describe('PasswordHashes', () => {
  it('stores argon2id with a salt of its own each time', async () => {
    const [one, two] = await Promise.all([hashes.hash('secret one'), hashes.hash('secret one')]);

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(two).not.toBe(one);
    expect(await hashes.verify(one, 'secret one')).toBe('right');
    expect(await hashes.verify(one, 'secret two')).toBe('wrong');
  });

  it.each([
    ['spaces around it', ' secret ', 'secret'],
    ['what follows 72 bytes', `${'x'.repeat(72)}a`, `${'x'.repeat(72)}b`],
    ['a NUL', 'secret\0a', 'secret'],
    ['case', 'Secret12', 'secret12'],
  ])('tells passwords apart by %s', async (_, password, other) => {
    const stored = await hashes.hash(password);

    expect(await hashes.verify(stored, password)).toBe('right');
    expect(await hashes.verify(stored, other)).toBe('wrong');
  });

  it('takes NFD for the NFC that was stored', async () => {
    const stored = await hashes.hash('Schl\u00fcssel');

    expect(await hashes.verify(stored, 'Schlu\u0308ssel')).toBe('right');
  });

  it('calls a right password outdated that was stored at another cost', async () => {
    const cheap = await hash('secret', { memoryCost: 8192, timeCost: 1, parallelism: 1 });

    expect(await hashes.verify(cheap, 'secret')).toBe('outdated');
    expect(await hashes.verify(cheap, 'other')).toBe('wrong');
  });

  it.each([
    ['4 GiB of memory', '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$'],
    ['a thousand passes', '$argon2id$v=19$m=19456,t=1000,p=1$c29tZXNhbHRzb21lc2FsdA$'],
    ['another algorithm', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$'],
    ['nothing', ''],
  ])('calls a stored text damaged that asks for %s, and never does its work', async (_, text) => {
    const tag = text && `${text}${'A'.repeat(43)}`;

    expect(await hashes.verify(tag, 'secret')).toBe('damaged');
  });

  it('does the work for an account without a password', async () => {
    expect(await hashes.verify(null, 'secret')).toBe('wrong');
  });
});

describe('HashQueue', () => {
  it('runs so many at once, lets so many wait in order, and refuses the next (503)', async () => {
    const queue = new HashQueue(2, 3, 60_000);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const work = (n: number) =>
      queue.run(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (n === 1) throw new Error('failed');
      });
    const all = [0, 1, 2, 3, 4]
      .map(work)
      .map((each) => each.catch((error: Error) => error.message));

    expect(begun).toEqual([0, 1]);
    expect(() => queue.requireRoom()).toThrow(ApiError);
    const refused = await work(5).catch((error: ApiError) => error);
    expect(refused).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '1' } });
    for (let n = 0; n < 5; n++) {
      ends[n]!();
      await all[n];
      await Promise.resolve();
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(await Promise.all(all)).toEqual([undefined, 'failed', undefined, undefined, undefined]);
    expect(() => queue.requireRoom()).not.toThrow();
  });

  it('refuses who has waited for too long when their turn comes (503), and goes on with the next', async () => {
    const queue = new HashQueue(1, 2, 20);
    let end: () => void = () => undefined;
    const first = queue.run(() => new Promise<void>((resolve) => void (end = resolve)));
    let hashes = 0;
    const hash = async () => void hashes++;
    const late = [queue.run(hash), queue.run(hash)].map((each) =>
      each.catch((error: ApiError) => error.statusCode),
    );
    const start = performance.now();
    while (performance.now() - start < 21); // too long
    end();
    await first;

    expect(await Promise.all(late)).toEqual([503, 503]);
    expect(hashes).toBe(0);
    await queue.run(hash);
    expect(hashes).toBe(1);
  });
});
