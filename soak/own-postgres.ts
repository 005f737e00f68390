import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/database/embedded/embedded-postgres.js';
import { atInterrupt } from './endings.js';

/** A database that may be taken away: replicas reach it at the same address when it is back. */
export class OwnPostgres {
  /** Whether it runs no more, whoever ended it. */
  hasEnded = false;
  private readonly forget = atInterrupt(() => this.stop());

  private constructor(
    private readonly directory: string,
    private server: EmbeddedPostgres,
  ) {
    this.watch();
  }

  static async start(directory: string): Promise<OwnPostgres> {
    return new OwnPostgres(directory, await startEmbeddedPostgres({ directory }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Ends it as a power cut would: nothing is written out, and it must recover from its log. */
  async crash(): Promise<void> {
    const pid = await readFile(join(this.directory, 'cluster', 'postmaster.pid'), 'utf8');
    process.kill(Number(pid.split('\n', 1)[0]), 'SIGQUIT');
    await this.server.exited;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.forget();
  }

  async restart(): Promise<void> {
    this.server = await startEmbeddedPostgres({ directory: this.directory });
    this.watch();
  }

  private watch(): void {
    const { server } = this;
    this.hasEnded = false;
    void server.exited.then(() => {
      if (server === this.server) this.hasEnded = true;
    });
  }
}
