import cluster, { type Worker } from 'node:cluster';

/** What the primary sends to a worker. */
export interface WorkerTask {
  /** The embedded database of the primary, if it runs one. */
  readonly embeddedUrl?: string;
  /** True for the one worker that prints the welcome of a new embedded instance. */
  readonly printsWelcome: boolean;
}

const REQUEST = 'strongroom:task';

/** In a worker: asks the primary for its task. */
export function requestTask(): Promise<WorkerTask> {
  return new Promise((resolve) => {
    process.on('message', (message: { strongroom?: WorkerTask }) => {
      if (message.strongroom) resolve(message.strongroom);
    });
    process.send!(REQUEST); // a worker has a channel
  });
}

/** In the primary: sends the task when the worker asks, so that its listener is there. */
export function sendTaskOnRequest(worker: Worker, task: WorkerTask): void {
  worker.on('message', (message: unknown) => {
    if (message === REQUEST) worker.send({ strongroom: task });
  });
}

/** Undefined in a process that serves alone. */
export const workerNumber = (): number | undefined => cluster.worker?.id;
