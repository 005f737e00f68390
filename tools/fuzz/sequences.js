// Sequences of requests, in which a request takes what earlier answers held (sequences.py), on a server of their own: with the same
// number they are the same.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from '../run.js';
import { logIn, send, startServer } from '../server.js';
import { readSequences } from './findings.js';
import { seed } from './seed.js';

/** Seconds, and the least number of sequences that must have been made in them. */
const SECONDS = Number(process.env.FUZZ_SEQUENCE_SECONDS ?? 180);
const LEAST = Number(process.env.FUZZ_SEQUENCES ?? 200);

/** Runs them, prints how many there were, and returns what they found. */
export async function runSequences(python, number, records) {
  const server = await startServer();
  try {
    const found = await withFolder(async (folder) => {
      const token = await logIn(server);
      const seeded = await seed(server, token);
      seeded.callers.own = `Bearer ${token}`;
      writeFileSync(join(folder, 'seed.json'), JSON.stringify(seeded));
      return drive(python, server.site, number, folder, records);
    });
    const operations = operationsOf(await send('GET', `${server.site}/api/docs/json`));
    return { ...found, operations, areMade: areMade(found, operations) };
  } finally {
    await server.end();
  }
}

async function drive(python, site, number, folder, records) {
  const result = join(records ?? folder, `sequences-${number}.json`);
  const script = join(import.meta.dirname, 'sequences.py');
  const args = [script, site, number, String(SECONDS), String(LEAST), result];
  const env = {
    ...process.env,
    FUZZ_SEED: join(folder, 'seed.json'),
    FUZZ_SITE: site,
    PYTHONDONTWRITEBYTECODE: '1',
    // Sets of texts are in the same order each time.
    PYTHONHASHSEED: '0',
  };
  const child = spawn(python, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The sequences ended with ${code}`);
  return readSequences(result);
}

/** What was not made is not found to be right; one request is no sequence. */
function areMade({ sequences, cases, reached }, operations) {
  console.log(
    `sequences: ${sequences}, steps: ${cases}, operations reached: ${reached.size} of ${operations.length}`,
  );
  const areEnough = sequences >= LEAST && cases >= 2 * LEAST;
  if (!areEnough) console.error(`NOT TRIED sequences: at least ${LEAST}, of two steps each`);
  return areEnough;
}

/** Methods and paths of the document. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
