import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';

const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** scrypt needs 128 N r bytes and a little more. */
const OPTIONS: ScryptOptions = { ...COST, maxmem: 256 * COST.N * COST.r };

/** A slow hash, off the event loop: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, OPTIONS, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
  const parts = [COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')];
  return ['scrypt', ...parts].join('$');
}
