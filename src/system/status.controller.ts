import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Mailer } from '../accounts/mailer.js';
import { Public } from '../auth/public.decorator.js';
import { Database, statement } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';
import { Work } from '../http/limits/admission.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { VERSION } from '../version.js';
import { Lifecycle } from './lifecycle.js';

class StatusView {
  @ApiProperty({ format: 'date-time' })
  date: string;
  @ApiProperty({ example: 'Ok' })
  message: string;
  @ApiProperty()
  emailConfigured: boolean;
  @ApiProperty()
  inviteOnlySignup: boolean;
  @ApiProperty()
  redisConfigured: boolean;
  @ApiProperty()
  secretScanningConfigured: boolean;
  @ApiProperty({ example: '0.1.0', description: 'Version of the server' })
  version: string;
}

class HealthView {
  @ApiProperty({ example: 'ok' })
  status: string;
}

// A server that only reads refuses the lock, and the pool drops a connection that it was refused on.
const PING = statement('select from root_keys limit 0 for key share');
/** Milliseconds. */
const PATIENCE = 2_000;

@ApiTags('System')
@Public()
@RateLimited('unlimited')
@Work('none')
@Controller()
export class StatusController {
  constructor(
    private readonly database: Database,
    private readonly lifecycle: Lifecycle,
    private readonly mailer: Mailer,
  ) {}

  @Get('status')
  @Answers('Tells that the server is up and what it is set up for', StatusView)
  status(): StatusView {
    return {
      date: new Date().toISOString(),
      message: 'Ok',
      emailConfigured: this.mailer.isOn,
      inviteOnlySignup: true,
      redisConfigured: this.lifecycle.usesRedis,
      secretScanningConfigured: false,
      version: VERSION,
    };
  }

  @Get('health/live')
  @Answers('Liveness: the process answers', HealthView)
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Answers('Readiness: the database answers and the server is not shutting down', HealthView)
  async ready(): Promise<HealthView> {
    this.lifecycle.noteWatcher();
    if (!(await this.isReady())) {
      throw new ApiError('unavailable', 'Not ready to serve requests.');
    }
    return { status: 'ok' };
  }

  /** Does not count as being watched by who decides whether to send requests here. */
  async isReady(): Promise<boolean> {
    return !this.lifecycle.isEnding && (await this.databaseAnswers());
  }

  /** A database that has gone without a word counts as one that says no. */
  private async databaseAnswers(): Promise<boolean> {
    const answers = this.database.rows(PING, []).then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    return Promise.race([answers, silence]).finally(() => clearTimeout(timer));
  }
}
