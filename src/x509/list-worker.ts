import { parentPort, workerData } from 'node:worker_threads';
import { type ListContent, listBody } from './revocation-list.js';

/** A thread that puts one list together. Nobody else waits for it. */
const WHOLE = {
  map: <T, R>(items: readonly T[], work: (item: T) => R) => Promise.resolve(items.map(work)),
};

const body = await listBody(workerData as ListContent, WHOLE);
const bytes = new Uint8Array(body); // a buffer may be part of one that others share
parentPort!.postMessage(bytes, [bytes.buffer]);
