import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { CommandRun } from '../../src/commands/command.js';
import { COMMANDS } from '../../src/commands/commands.js';
import { Database } from '../../src/database/database.js';
import type { AppContext } from '../../src/app-context.js';

export interface Outcome {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs a command in this process, as `run-command.ts` does. */
export async function runOn(
  context: AppContext,
  name: string,
  ...args: readonly string[]
): Promise<Outcome> {
  const lines: string[] = [];
  const { config, source, rootKeys, authSecret, log } = context;
  const command = await COMMANDS[name]!();
  const run: CommandRun = {
    ...{ config, rootKeys, authSecret, log, args },
    database: new Database(source),
    say: (line) => void lines.push(line),
  };
  return { code: await command.run(run), lines };
}

/** Lets the n-th statement from now on, of any connection, end its connection instead of being sent. */
export class FaultySource {
  private left = Infinity;
  private readonly known = new WeakSet<PoolClient>();

  constructor(source: DataSource) {
    const { master } = source.driver as unknown as { master: Pool };
    master.on('acquire', (client) => this.watch(client));
  }

  failAt(statement: number): void {
    this.left = statement;
  }

  /** Whether it failed; from now on it does not. */
  heal(): boolean {
    const hasFailed = this.left <= 0;
    this.left = Infinity;
    return hasFailed;
  }

  private watch(client: PoolClient): void {
    if (this.known.has(client)) return;
    this.known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
      .connection;
    const counted = (...args: unknown[]) => {
      this.left -= 1;
      // Everything after the fault fails too: the process that was killed sends nothing more.
      if (this.left <= 0) stream.destroy();
      return query(...args);
    };
    Object.assign(client, { query: counted });
  }
}
