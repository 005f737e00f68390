import { MAIN } from './program.js';
import { Replica } from '../../soak/replica.js';
import { TEST_KEYS, type TestApp } from './harness.js';

/** A process of its own on the database of a test's application, and with its keys: tokens of the one are good at the other. */
export const replicaOf = (
  { databaseUrl }: Pick<TestApp, 'databaseUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<Replica> =>
  Replica.start(
    {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
      AUTH_SECRET: TEST_KEYS.authSecret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    MAIN,
  );
