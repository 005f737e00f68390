import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config.js';
import type { Log } from '../logging/log.js';
import { traceOf } from '../logging/log.js';
import type { MailText } from './mail-texts.js';

/** Mails that wait while the mail server is slow; those beyond are not sent, and logged. */
const MAX_WAITING = 1_000;
const TIMEOUT = 20_000;

/** Sends mail where SMTP_URL is set. Nobody waits for it: how long it takes must not tell whom it goes to. */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly transport: Transporter | null;
  private readonly from: string;
  private waiting = 0;

  constructor(
    { url, from }: Config['mail'],
    private readonly log: Log,
  ) {
    const bounds = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
    const safe = { disableFileAccess: true, disableUrlAccess: true };
    const pool = { pool: true, maxConnections: 2, maxMessages: 100 } as const;
    this.transport =
      url === undefined ? null : createTransport({ url, ...pool, ...bounds, ...safe });
    this.from = from ?? '';
  }

  /** Whether mail can be sent. */
  get isOn(): boolean {
    return this.transport !== null;
  }

  /** Sends a mail in the background. A failure is logged, without the address and without the text. */
  send(to: string, mail: MailText): void {
    const { transport } = this;
    if (!transport) return;
    if (this.waiting >= MAX_WAITING) {
      this.log.error({ waiting: this.waiting }, 'mail dropped: too many wait');
      return;
    }
    this.waiting++;
    transport
      .sendMail({ from: this.from, to: { name: '', address: to }, ...mail })
      .catch((error: unknown) => this.log.error(failureOf(error), 'mail not sent'))
      .finally(() => this.waiting--);
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }
}

/** SMTP replies repeat addresses, so only the codes are logged. */
function failureOf(error: unknown): object {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return { code, responseCode, command, ...(code === undefined ? traceOf(error) : {}) };
}
