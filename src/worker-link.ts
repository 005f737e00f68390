import cluster, { type Worker } from 'node:cluster';

/** What a worker is told by the process that started it. */
export interface Task {
  /** Of the database that the primary runs, if it runs one. */
  readonly embeddedUrl?: string;
  /** The one worker that welcomes whoever starts an embedded instance for the first time. */
  readonly isToWelcome: boolean;
}

const ASK = 'strongroom:ask';

/** In a worker: what is special about it. */
export function askForTask(): Promise<Task> {
  return new Promise((resolve) => {
    process.on('message', (message: { strongroom?: Task }) => {
      if (message.strongroom) resolve(message.strongroom);
    });
    process.send!(ASK); // a worker has a channel
  });
}

/** In the primary: tells the worker as soon as it listens to us. */
export function tell(worker: Worker, task: Task): void {
  worker.on('message', (message: unknown) => {
    if (message === ASK) worker.send({ strongroom: task });
  });
}

/** Undefined in a process that serves alone. */
export const workerNumber = (): number | undefined => cluster.worker?.id;
