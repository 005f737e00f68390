import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { AcmeAnswered, AcmeTestClient } from './acme.js';

interface AcmeTestChallenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
}

/** A host that proves names by http-01, at every address of this machine. */
export class ProvingHost {
  private readonly proofs = new Map<string, string>();
  private waiting: (() => void) | null = null;
  private isSilent = false;

  private constructor(private readonly server: Server) {
    server.on('request', ({ url = '' }, res) => {
      this.waiting?.();
      if (!this.isSilent) res.end(this.proofs.get(url.split('/').at(-1)!));
    });
  }

  static async start(): Promise<ProvingHost> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', () => resolve()));
    return new ProvingHost(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  proves(token: string, keyAuthorization: string): void {
    this.proofs.set(token, keyAuthorization);
  }

  /** Answers nothing from now on; gives what resolves once it is asked. */
  silence(): Promise<void> {
    this.isSilent = true;
    return new Promise((resolve) => (this.waiting = resolve));
  }

  speak(): void {
    this.isSilent = false;
    this.waiting = null;
    this.server.closeAllConnections();
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** Milliseconds between two looks at an order. */
const PAUSE = 100;

/** What a client does about one order that it wants finished: the next step, whatever state it finds, again and again. */
export class TestOrdering {
  url: string | null = null;
  certificateUrl: string | null = null;

  constructor(
    readonly client: AcmeTestClient,
    private readonly host: ProvingHost,
    private readonly addresses: readonly string[],
    /** In base64url. */
    private readonly csr: string,
  ) {}

  /** Until the order is over. `isUp`: whether it is worth a try; who does not answer is asked again. */
  async finish(isUp: () => boolean = () => true): Promise<string> {
    for (;;) {
      const status = isUp() ? await this.step().catch(() => null) : null;
      if (status === 'valid' || status === 'invalid') return status;
      await delay(PAUSE);
    }
  }

  /** One step, and the status of the order after it. Throws where nobody answers. */
  async step(): Promise<string> {
    const order = await this.order();
    if (order.body.status === 'pending') await this.prove(order.body.authorizations as string[]);
    if (order.body.status !== 'ready') return this.statusOf(order);
    return this.statusOf(await this.client.post(String(order.body.finalize), { csr: this.csr }));
  }

  private async order(): Promise<AcmeAnswered> {
    if (this.url !== null) return this.client.post(this.url);
    const identifiers = this.addresses.map((value) => ({ type: 'ip', value }));
    const made = await this.client.post(`${this.client.base}/new-order`, { identifiers });
    this.url = made.headers.get('location');
    return made;
  }

  private async prove(authorizations: readonly string[]): Promise<void> {
    for (const url of authorizations) {
      const { body } = await this.client.post(url);
      const challenges = (body.challenges ?? []) as readonly AcmeTestChallenge[];
      const own = challenges.find(({ type, status }) => type === 'http-01' && status === 'pending');
      if (body.status !== 'pending' || !own) continue;
      this.host.proves(own.token, `${own.token}.${await this.client.thumbprint()}`);
      await this.client.post(own.url, {});
    }
  }

  private statusOf({ status, body, text }: AcmeAnswered): string {
    if (status >= 500) throw new Error(`It answered ${status}.`);
    if (status >= 400) throw new Error(text);
    if (typeof body.certificate === 'string') this.certificateUrl = body.certificate;
    return String(body.status);
  }
}
