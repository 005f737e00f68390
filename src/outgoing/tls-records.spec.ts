import { describe, expect, it } from '@jest/globals';
import { TlsRecords } from './tls-records.js';

const record = (length: number) =>
  Buffer.concat([Buffer.from([23, 3, 3, length >> 8, length & 255]), Buffer.alloc(length, 23)]);

describe('records of TLS', () => {
  it.each([1, 2, 5, 7, 1_000, 100_000])('are counted however they are cut: by %i bytes', (cut) => {
    const bytes = Buffer.concat([0, 1, 5, 300, 16_384, 0, 2].map(record));
    const records = new TlsRecords();

    for (let at = 0; at < bytes.length; at += cut) records.take(bytes.subarray(at, at + cut));

    expect(records.count).toBe(7);
  });

  it('are counted where they begin', () => {
    const records = new TlsRecords();

    records.take(record(100).subarray(0, 3));

    expect(records.count).toBe(1);
  });
});
