import { Injectable } from '@nestjs/common';
import type { Payer } from '../../outgoing/fair-shares.js';
import { OutgoingFailure } from '../../outgoing/failure.js';
import { type CallPolicy, type CallTurn, Outgoing } from '../../outgoing/outgoing.js';
import { urlProblem } from '../../outgoing/target-url.js';
import { ProofUnavailable } from '../logins/checks.js';
import { keptJwk } from './verification-key.js';

/** Where the keys of a row come from. */
export interface KeySource {
  /** `discovery`: the base of the metadata; `jwks`: the key set itself. */
  readonly kind: 'discovery' | 'jwks';
  readonly url: string;
  /** PEM; '' for the system's roots. */
  readonly ca: string;
  readonly orgId: string;
  /** Who set the row up. */
  readonly payer: Payer;
  readonly onAsked?: CallPolicy['onAsked'];
  readonly isOperators?: boolean;
}

/** Keys as an issuer gave them, as they are kept. */
export interface KeyDocument {
  /** The issuer that the metadata names; null where there is no metadata. */
  readonly issuer: string | null;
  readonly keys: readonly object[];
  /** Seconds for which it is fresh. */
  readonly freshFor: number;
}

const SUFFIX = '/.well-known/openid-configuration';
const METADATA_BYTES = 64 * 1_024;
const KEYS_BYTES = 256 * 1_024;
const MAX_KEYS = 100;
/** Characters: a URL has no more, and no setting names a longer issuer. */
const MAX_ISSUER = 2_048;
const USUAL_FRESHNESS = 600;
const MIN_FRESHNESS = 60;
const MAX_FRESHNESS = 3_600;

/** For whom an issuer is called, and whose turn that is where only one may. */
interface Caller {
  readonly source: KeySource;
  readonly turn?: CallTurn;
}

/** Loads keys from issuers. */
@Injectable()
export class KeyDocuments {
  constructor(private readonly outgoing: Outgoing) {}

  /** @param turn is taken before anything is asked. Throws ProofUnavailable. */
  async load(source: KeySource, turn?: CallTurn): Promise<KeyDocument> {
    const caller = { source, ...(turn ? { turn } : {}) };
    if (source.kind === 'jwks') return this.loadKeys(caller, source.url, null);
    const base = source.url.replace(/\/$/, '');
    const url = base.endsWith(SUFFIX) ? base : base + SUFFIX;
    const { json } = await this.get(caller, url, METADATA_BYTES);
    const { issuer, jwks_uri: keysUrl } = json as Readonly<Record<string, unknown>>;
    const isSound =
      typeof issuer === 'string' &&
      issuer.length <= MAX_ISSUER &&
      typeof keysUrl === 'string' &&
      urlProblem(keysUrl) === null;
    if (!isSound) throw new ProofUnavailable('metadata');
    return this.loadKeys(caller, keysUrl, issuer);
  }

  private async loadKeys(caller: Caller, url: string, issuer: string | null): Promise<KeyDocument> {
    const { json, cacheControl } = await this.get(caller, url, KEYS_BYTES);
    const { keys } = json as Readonly<Record<string, unknown>>;
    if (!Array.isArray(keys) || keys.length > MAX_KEYS) throw new ProofUnavailable('keys');
    const fit = keys.map(keptJwk).filter((key) => key !== null);
    if (fit.length === 0) throw new ProofUnavailable('keys');
    return { issuer, keys: fit, freshFor: freshnessOf(cacheControl) };
  }

  /** Returns an object of JSON. */
  private async get({ source, ...turn }: Caller, url: string, maxBytes: number) {
    const { ca, orgId: organizationId, payer, onAsked, isOperators = false } = source;
    const policy: CallPolicy = { organizationId, payer, onAsked, isOperators, ...turn };
    const call = { url: new URL(url), maxBytes, ...(ca === '' ? {} : { ca }) };
    const { status, json, cacheControl } = await this.outgoing
      .json(call, policy)
      .catch(unavailable);
    if (json === null || typeof json !== 'object') throw new ProofUnavailable(`status ${status}`);
    return { json, cacheControl };
  }
}

/** Ends a login for which an outgoing call failed. */
export function unavailable(error: unknown): never {
  if (!(error instanceof OutgoingFailure)) throw error;
  throw new ProofUnavailable(error.step, error.step === 'busy', error.retryAfter);
}

/** What `Cache-Control` says, within bounds. */
function freshnessOf(cacheControl: string): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  if (seconds === undefined) return USUAL_FRESHNESS;
  return Math.min(MAX_FRESHNESS, Math.max(MIN_FRESHNESS, Number(seconds)));
}
