import pg from 'pg';
import { inFrontOf, type TcpProxy } from './tcp-proxy.js';
import { createTestDatabase, NOT_ALLOWED, urlOfDatabase } from './test-database.js';

/**
 * A database that can go back in time under running servers: what was committed since `remember` is lost, as by a
 * failover to a standby that was behind, or by a restore.
 */
export class ForgetfulDatabase {
  private constructor(
    private readonly name: string,
    private readonly admin: pg.Client,
    private readonly proxy: TcpProxy,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<ForgetfulDatabase> {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: urlOfDatabase(database.url, 'postgres') });
    await admin.connect();
    return new ForgetfulDatabase(name, admin, await inFrontOf(database.url), database.drop);
  }

  /** What servers connect to. */
  get url(): string {
    return this.proxy.url;
  }

  /** Everything that is committed now will be there after `lose`. */
  async remember(): Promise<void> {
    await this.alone(() =>
      this.admin.query(
        `create database ${this.name}_kept template ${this.name} strategy file_copy`,
      ),
    );
  }

  async lose(): Promise<void> {
    await this.alone(async () => {
      await this.admin.query(`drop database ${this.name} with (force)`);
      await this.admin.query(`alter database ${this.name}_kept rename to ${this.name}`);
    });
  }

  async end(): Promise<void> {
    await this.proxy.close();
    await this.admin.query(`drop database if exists ${this.name}_kept`);
    await this.admin.end();
    await this.drop();
  }

  private async alone(work: () => Promise<unknown>): Promise<void> {
    await this.proxy.cut();
    // Not the server's own clean-up, which only a superuser may end.
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and usename = current_user`;
    await this.admin.query(others, [this.name]);
    // A backend that is told to end takes a moment, and so does the server's clean-up.
    for (let n = 1; ; n++) {
      try {
        await work();
        break;
      } catch (error) {
        const { code = '' } = error as { code?: string };
        if (!['55006', NOT_ALLOWED].includes(code) || n === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    await this.proxy.restore();
  }
}
