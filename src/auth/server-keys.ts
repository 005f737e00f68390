import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey } from '../crypto/derive-key.js';

const derive = (authSecret: string, purpose: string): KeyObject =>
  deriveKey(authSecret, `strongroom ${purpose}`);

/**
 * The keys that follow from AUTH_SECRET, one per purpose. With a former AUTH_SECRET, what
 * was signed or kept under it is still recognized; nothing new is made under it.
 */
export class ServerKeys {
  readonly tokenSigning: KeyObject;
  readonly formerTokenSigning: KeyObject | null;
  /** Seals the answers that are kept for retried requests. */
  readonly keptAnswers: KeyObject;
  readonly listCursors: KeyObject;
  readonly eventCursors: KeyObject;
  readonly nameCursors: KeyObject;
  readonly streamTickets: KeyObject;
  /** Seal reviewer tokens and key sets of workload logins; the one in force first. */
  readonly workloads: readonly KeyObject[];
  /** Seal client secrets of providers and what the browser keeps of a login there; the one in force first. */
  readonly oidcSignIn: readonly KeyObject[];
  /** The one in force first, in both. */
  readonly refreshTokens: readonly KeyObject[];
  readonly secondFactors: readonly KeyObject[];
  /** The one in force first. */
  private readonly peppers: readonly KeyObject[];
  readonly acmeNonces: KeyObject;
  /** What the secrets of external account bindings are made from; the one in force first. */
  readonly acmeBindings: readonly KeyObject[];
  private readonly etag: KeyObject;

  constructor(authSecret: string, former?: string) {
    this.tokenSigning = derive(authSecret, 'token signing');
    this.formerTokenSigning = former === undefined ? null : derive(former, 'token signing');
    this.keptAnswers = derive(authSecret, 'kept answers');
    this.listCursors = derive(authSecret, 'list cursors');
    this.eventCursors = derive(authSecret, 'event cursors');
    this.nameCursors = derive(authSecret, 'name cursors');
    this.streamTickets = derive(authSecret, 'stream tickets');
    const secrets = former === undefined ? [authSecret] : [authSecret, former];
    this.workloads = secrets.map((secret) => derive(secret, 'workload logins'));
    this.oidcSignIn = secrets.map((secret) => derive(secret, 'oidc sign-in'));
    this.peppers = secrets.map((secret) => derive(secret, 'credential pepper'));
    this.refreshTokens = secrets.map((secret) => derive(secret, 'refresh tokens'));
    this.secondFactors = secrets.map((secret) => derive(secret, 'second factors'));
    this.acmeNonces = derive(authSecret, 'acme nonces');
    this.acmeBindings = secrets.map((secret) => derive(secret, 'acme bindings'));
    this.etag = derive(authSecret, 'etag');
  }

  /** Returns what is stored of a random credential, or of a name that must not be readable in a table (HMAC-SHA-256). */
  digest(credential: string): Buffer {
    return this.digestsOf(credential)[0]!; // there is always a key in force
  }

  /** Returns `digest`, and what a former AUTH_SECRET would have stored. */
  digestsOf(credential: string): readonly Buffer[] {
    return this.peppers.map((pepper) =>
      createHmac('sha256', pepper).update(credential, 'utf8').digest(),
    );
  }

  /** Keyed, so that a logged ETag is no oracle for the value behind it. */
  etagOf(body: string | Buffer): string {
    const hashing = this.hashing();
    hashing.update(body);
    return hashing.etag();
  }

  /** Hashes a body part by part, to the same tag as `etagOf`. */
  hashing(): { update(part: string | Buffer): void; etag(): string } {
    const hmac = createHmac('sha256', this.etag);
    return {
      update: (part) => void hmac.update(part),
      etag: () => `"${hmac.digest('base64url')}"`,
    };
  }
}
