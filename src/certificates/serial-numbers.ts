import { Injectable } from '@nestjs/common';
import { postgresError } from '../database/failures.js';
import { newSerial } from '../x509/authority-certificate.js';

const MAX_TRIES = 3;
const UNIQUE_VIOLATION = '23505';
const TAKEN = 'uq_certificates_serial';

/** Serial numbers of certificates of services. They are drawn, and the database refuses one that the issuer has used. */
@Injectable()
export class SerialNumbers {
  next(): Buffer {
    return newSerial();
  }

  /** Does `work`, which signs and stores, and does it again while the number that it drew is taken: three times at most. */
  async retried<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries >= MAX_TRIES || !isTaken(error)) throw error;
      }
    }
  }
}

function isTaken(error: unknown): boolean {
  const failure = postgresError(error);
  return failure?.code === UNIQUE_VIOLATION && failure.constraint === TAKEN;
}
