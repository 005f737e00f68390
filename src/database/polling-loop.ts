import { outsideRequest } from '../request-scope/request-scope.js';

/**
 * Work that a replica does again and again: one run at a time, with a pause after each. It keeps no process alive, and
 * belongs to no request.
 */
export class PollingLoop {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private hasStopped = false;

  /**
   * `pause` gives the milliseconds until the next run; null: none before `start` is called again. `failed` tells the
   * operator of a run that threw, which is no reason to end.
   */
  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly pause: (hasFailed: boolean) => number | null,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Whether the loop was stopped: work under way ends where it can. */
  get isEnding(): boolean {
    return this.hasStopped;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Whether a run is under way or comes by itself. */
  get isActive(): boolean {
    return this.isRunning || this.timer !== undefined;
  }

  /** The next run comes after so many milliseconds, in place of one that was to come at another time. */
  start(milliseconds: number): void {
    if (this.hasStopped) return;
    clearTimeout(this.timer);
    const run = () => {
      this.timer = undefined;
      this.running = this.run();
    };
    this.timer = outsideRequest(() => setTimeout(run, milliseconds)).unref();
  }

  /** Waits for the run under way; no other comes. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    let hasFailed = false;
    try {
      await this.work();
    } catch (error) {
      hasFailed = true;
      this.failed(error);
    }
    this.running = undefined;
    const pause = this.pause(hasFailed);
    if (pause !== null) this.start(pause);
  }
}
