import { generateKeyPairSync } from 'node:crypto';
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { FlattenedSign, type JWK } from 'jose';

/** An ACME server, and how it is reached: its URLs begin with `origin`, where it listens at `url`. */
export interface AcmePlace {
  readonly directory: string;
  readonly origin: string;
  readonly url: string;
  /** PEM. */
  readonly ca?: string;
  readonly binding?: object;
}

interface Answered {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** Milliseconds between two looks at what is not ready. */
const PAUSE = 5;

/** One account that orders certificates, one after another; its names are proved once. */
export class OrderingAccount {
  private readonly key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly agent: Agent;
  private kid: string | null = null;
  private nonce = '';
  private urls: Readonly<Record<string, string>> = {};

  constructor(private readonly place: AcmePlace) {
    const options = { keepAlive: true, maxSockets: 1 };
    this.agent = place.ca
      ? (new SecureAgent({ ...options, ca: place.ca }) as Agent)
      : new Agent(options);
  }

  /** `bind`: makes the external account binding of a key, where one is demanded. */
  async register(bind?: (jwk: JWK, url: string) => Promise<object>): Promise<void> {
    this.urls = JSON.parse((await this.send('GET', this.place.directory)).text) as Record<
      string,
      string
    >;
    await this.send('HEAD', this.urls['newNonce']!);
    const url = this.urls['newAccount']!;
    const more = bind ? { externalAccountBinding: await bind(this.jwk, url) } : {};
    const made = await this.post(url, { termsOfServiceAgreed: true, ...more });
    this.kid = made.location;
  }

  /** An order, a certificate, and its download. `csr` is DER in base64url. */
  async order(name: string, csr: string): Promise<void> {
    const identifiers = [{ type: 'dns', value: name }];
    const made = await this.post(this.urls['newOrder']!, { identifiers });
    let order = JSON.parse(made.text) as Order;
    if (order.status === 'pending') await this.prove(order);
    order = await this.until(made.location, order, 'ready');
    const { text } = await this.post(order.finalize, { csr });
    order = await this.until(made.location, JSON.parse(text) as Order, 'valid');
    const chain = await this.post(order.certificate!, '');
    if (!chain.text.includes('BEGIN CERTIFICATE')) throw new Error('There is no certificate.');
  }

  close(): void {
    this.agent.destroy();
  }

  private async prove({ authorizations }: Order): Promise<void> {
    for (const url of authorizations) {
      const { challenges } = JSON.parse((await this.post(url, '')).text) as {
        challenges: { url: string }[];
      };
      await this.post(challenges[0]!.url, {});
    }
  }

  private async until(url: string, order: Order, status: string): Promise<Order> {
    while (order.status !== status) {
      if (order.status === 'invalid') throw new Error('The order is invalid.');
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      order = JSON.parse((await this.post(url, '')).text) as Order;
    }
    return order;
  }

  private get jwk(): JWK {
    return this.key.publicKey.export({ format: 'jwk' }) as JWK;
  }

  private async post(url: string, payload: object | ''): Promise<Answered> {
    const text = payload === '' ? '' : JSON.stringify(payload);
    const who = this.kid === null ? { jwk: this.jwk } : { kid: this.kid };
    const signing = new FlattenedSign(new TextEncoder().encode(text));
    const header = { alg: 'ES256', nonce: this.nonce, url, ...who };
    const jws = await signing.setProtectedHeader(header as never).sign(this.key.privateKey);
    const answer = await this.send('POST', url, JSON.stringify(jws));
    if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${answer.text}`);
    return answer;
  }

  private send(method: string, url: string, body?: string): Promise<Answered> {
    const target = url.replace(this.place.origin, this.place.url);
    const send = target.startsWith('https:')
      ? (secureRequest as typeof plainRequest)
      : plainRequest;
    const headers = body === undefined ? {} : { 'Content-Type': 'application/jose+json' };
    return new Promise((resolve, reject) => {
      const outgoing = send(target, { method, agent: this.agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(this.answered(answer, Buffer.concat(chunks))));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  private answered({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): Answered {
    const { 'replay-nonce': nonce, location = '' } = headers;
    if (typeof nonce === 'string') this.nonce = nonce;
    return { status: statusCode, location, text: bytes.toString('utf8') };
  }
}

interface Order {
  readonly status: string;
  readonly authorizations: readonly string[];
  readonly finalize: string;
  readonly certificate?: string;
}
