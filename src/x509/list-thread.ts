import { Worker } from 'node:worker_threads';
import type { ListContent } from './revocation-list.js';

const THREAD = new URL('list-worker.js', import.meta.url);
/** MiB for a list of some millions. */
const MAX_MEMORY = 1_024;

/** What is signed of a list, put together in a thread of its own: 100,000 entries take seconds. */
export async function bodyInThread(content: ListContent): Promise<Buffer> {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY };
  const thread = new Worker(THREAD, { workerData: content, resourceLimits, execArgv: [] });
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      thread.once('message', (body: Uint8Array) => {
        resolve(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread ended without a list.')));
    });
  } finally {
    await thread.terminate();
  }
}
