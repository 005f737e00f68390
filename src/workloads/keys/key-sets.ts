import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LoginRefused, ProofUnavailable } from '../logins/checks.js';
import { WorkloadSeals } from '../settings/workload-seals.js';
import type { UnverifiedToken } from '../tokens/token-form.js';
import { type KeyDocument, KeyDocuments, type KeySource } from './key-documents.js';
import { KeySetsRepository } from './key-sets.repository.js';
import { type KeySet, KeySetMemory, makerOf } from './key-set-memory.js';
import { ReloadTurn } from './reload-turn.js';
import { ReloadTurns, type SettledTurn } from './reload-turns.js';
import { keyFromJwk, signerOf, type VerificationKey } from './verification-key.js';

/** A load that is under way. */
interface Flight {
  /** For whose row it is, by whom it is counted. */
  readonly source: KeySource;
  readonly set: Promise<KeySet>;
}

/** What is known of an issuer that gave no usable answer. */
interface Pause {
  /** In seconds of the database's clock. */
  readonly until: number;
  /** The step at which the call failed. */
  readonly step: string;
}

/** A token whose signature is good. */
export interface VerifiedToken {
  readonly signer: VerificationKey;
  /** False while the issuer is silent, and for keys that are stored with their row. */
  readonly areKeysFresh: boolean;
}

const CACHED = 2_000;
/** Seconds for which known keys count while their issuer is silent. */
const MAX_STALE = 86_400;
/** Keys that are tried for one token. */
const MAX_CANDIDATES = 3;
/** Seconds between two tries of an issuer that is silent. */
const PAUSE = 5;
/** Seconds between two tries for a key that is not in a set. */
const RELOAD_PAUSE = 30;

/**
 * The keys of issuers, by URL and CA: no tenant's CA speaks for the issuer of another. Memory first, then what a replica
 * kept in the database, then the issuer, with one call at a time for each set.
 */
@Injectable()
export class KeySets {
  private readonly sets = new KeySetMemory();
  private readonly flights = new Map<string, Flight>();
  /** Reads of what a replica kept that are under way, by set and the version that is known of it. */
  private readonly recalls = new Map<string, Promise<KeySet | null>>();
  /** As which version a set is kept in the database. */
  private readonly versions = new WeakMap<KeySet, string>();
  /** Issuers that were silent, which are not asked for a while. */
  private readonly pauses = new LRUCache<string, Pause>({ max: CACHED });
  /** Issuers that were silent when they were asked for a key that is not in their set. */
  private readonly reloadPauses = new LRUCache<string, Pause>({ max: CACHED });
  private readonly turns: ReloadTurns;

  constructor(
    private readonly documents: KeyDocuments,
    private readonly repository: KeySetsRepository,
    private readonly seals: WorkloadSeals,
  ) {
    this.turns = new ReloadTurns(repository);
  }

  /**
   * Returns the key of the source that signed the token. Throws LoginRefused where none did, ProofUnavailable where that
   * cannot be told.
   */
  async verify(
    token: UnverifiedToken,
    source: KeySource,
    issuer: string,
    now: number,
  ): Promise<VerifiedToken> {
    const known = await this.get(source, now);
    if (known.issuer !== null && known.issuer !== issuer)
      throw new LoginRefused('issuer', 'boundIssuer');
    const isKnown = candidatesIn(known, token).length > 0;
    const set = isKnown ? known : await this.reload(source, known, now);
    const candidates = candidatesIn(set, token);
    if (candidates.length === 0) throw new LoginRefused('signature', 'kid');
    const signer = await signerOf(token.text, token.algorithm, candidates);
    if (!signer) throw new LoginRefused('signature', 'jwt');
    return { signer, areKeysFresh: isFresh(set, now) };
  }

  /**
   * Loads the keys of a source that was named just now, for its first login, and so that what is wrong with it is known
   * before that. Keys that are fresh are not asked for again. Throws ProofUnavailable.
   */
  async tryOut(source: KeySource, now: number): Promise<void> {
    if (!isFresh(await this.known(source), now)) await this.load(source, now);
  }

  private async get(source: KeySource, now: number): Promise<KeySet> {
    const id = nameOf(source).toString('hex');
    const known = await this.known(source);
    if (isFresh(known, now)) return known;
    const pause = this.pauses.get(id);
    if (isInForce(pause, now)) {
      if (isUsable(known, now)) return known;
      throw new ProofUnavailable(pause.step);
    }
    const passed = secondsFrom(now);
    try {
      return await this.load(source, now);
    } catch (error) {
      if (!(error instanceof ProofUnavailable)) throw error;
      // Too many calls of one organization say nothing of the issuer, which others ask too.
      if (!error.isBusy) this.pauses.set(id, { until: passed() + PAUSE, step: error.step });
      if (isUsable(known, now)) return known;
      throw error;
    }
  }

  /** From memory, else what a replica kept; null where there is nothing. */
  private async known(source: KeySource): Promise<KeySet | null> {
    return this.sets.get(nameOf(source).toString('hex')) ?? this.recall(source);
  }

  /**
   * For a key that is not in the set: one call in 30 seconds, over all replicas. Who only waits for a place does not hold that
   * turn. A load that is under way here is joined, and one of another replica is waited for. Throws ProofUnavailable while the issuer is silent, since the key may
   * be one of its newer ones.
   */
  private async reload(source: KeySource, known: KeySet, now: number): Promise<KeySet> {
    const name = nameOf(source);
    const id = name.toString('hex');
    const isSilent = [this.reloadPauses, this.pauses].some((each) => isInForce(each.get(id), now));
    let turn: SettledTurn = 'free';
    if (!isSilent && !this.flights.has(id)) turn = await this.turns.settled(name);
    if (this.flights.has(id) || (!isSilent && turn === 'free')) {
      const passed = secondsFrom(now);
      try {
        return await this.load(source, now, new ReloadTurn(this.repository, name));
      } catch (error) {
        if (error instanceof ProofUnavailable && !error.isBusy)
          this.reloadPauses.set(id, { until: passed() + RELOAD_PAUSE, step: error.step });
        // Whoever found no place goes on where another has asked meanwhile.
        if (!isBusy(error)) throw error;
        turn = await this.turns.settled(name);
        if (turn === 'free') throw error;
      }
    }
    // Another replica may have found it meanwhile.
    const held = this.sets.get(id);
    if (held && held.loadedAt > known.loadedAt) return held;
    const kept = await this.recall(source, this.versions.get(known));
    if (kept && kept.loadedAt > known.loadedAt) return kept;
    const pause = this.reloadPauses.get(id);
    if (isInForce(pause, now)) throw new ProofUnavailable(pause.step);
    if (!isFresh(known, now) || turn === 'unanswered')
      throw new ProofUnavailable(this.pauses.get(id)?.step ?? 'pause');
    return known;
  }

  /**
   * Joins the load that is under way. Where that found no place for a row of another maker, or of another organization, this one
   * tries, and waits for no other row of those who had none: they could follow one another for ever.
   */
  private async load(source: KeySource, now: number, turn?: ReloadTurn): Promise<KeySet> {
    const name = nameOf(source);
    const id = name.toString('hex');
    const without = new Set<string>();
    for (;;) {
      const flight = this.flights.get(id);
      if (!flight || without.has(makerOf(flight.source))) break;
      try {
        return await flight.set;
      } catch (error) {
        if (!isBusy(error) || isPaidByOne(flight.source, source)) throw error;
        without.add(makerOf(flight.source));
      }
    }
    const set = this.loadAnew(source, name, now, turn);
    if (this.flights.has(id)) return set;
    const own = { source, set: set.finally(() => this.flights.delete(id)) };
    this.flights.set(id, own);
    return own.set;
  }

  private async loadAnew(
    source: KeySource,
    name: Buffer,
    now: number,
    turn?: ReloadTurn,
  ): Promise<KeySet> {
    const document = await this.documents.load(source, turn).catch(async (error: unknown) => {
      if (isBusy(error)) await turn?.giveBack();
      throw error;
    });
    const set = toSet(document, now);
    this.sets.set(name.toString('hex'), set, source);
    this.reloadPauses.delete(name.toString('hex'));
    const sealed = this.seals.sealKeySet(name, { ...document, loadedAt: now });
    const version = await this.repository.keep(name, sealed, source);
    if (version !== null) this.versions.set(set, version);
    return set;
  }

  /**
   * What a replica kept; null where there is nothing else than the known version, or something that does not open. One
   * read at a time serves all who ask for the same: to open a set takes longer than to refuse a login.
   */
  private recall(source: KeySource, version: string | null = null): Promise<KeySet | null> {
    const name = nameOf(source);
    const id = `${name.toString('hex')} ${version}`;
    const underWay = this.recalls.get(id);
    if (underWay) return underWay;
    const set = this.readKept(source, name, version).finally(() => this.recalls.delete(id));
    this.recalls.set(id, set);
    return set;
  }

  private async readKept(
    source: KeySource,
    name: Buffer,
    known: string | null,
  ): Promise<KeySet | null> {
    const found = await this.repository.findOther(name, known);
    const kept =
      found && this.seals.openKeySet<KeyDocument & { loadedAt: number }>(name, found.sealed);
    if (!kept) return null;
    const set = toSet(kept, kept.loadedAt);
    this.versions.set(set, found.version);
    this.sets.set(name.toString('hex'), set, source);
    return set;
  }
}

const isPaidByOne = (one: KeySource, other: KeySource): boolean =>
  JSON.stringify([one.orgId, one.payer]) === JSON.stringify([other.orgId, other.payer]);

/** Tells the time in seconds as it goes on from `now`, which is that of the database at the beginning of a login. */
function secondsFrom(now: number): () => number {
  const start = performance.now();
  return () => now + (performance.now() - start) / 1_000;
}

const isInForce = (pause: Pause | undefined, now: number): pause is Pause =>
  pause !== undefined && now < pause.until;

const isBusy = (error: unknown): boolean => error instanceof ProofUnavailable && error.isBusy;

const isFresh = (known: KeySet | null, now: number): known is KeySet =>
  known !== null && now - known.loadedAt <= known.freshFor;

const isUsable = (known: KeySet | null, now: number): known is KeySet =>
  known !== null && now - known.loadedAt <= MAX_STALE;

/** The operator's own sources stand apart: where they are called, a tenant's setting of the same URL may be refused. */
const nameOf = ({ kind, url, ca, isOperators }: KeySource): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, url, ca, ...(isOperators ? ['operator'] : [])]))
    .digest();

const toSet = ({ issuer, keys, freshFor }: KeyDocument, loadedAt: number): KeySet => ({
  issuer,
  freshFor,
  loadedAt,
  keys: keys.map(keyFromJwk).filter((key) => key !== null),
});

/** The keys that the token names; without a name those that could have signed it. */
function candidatesIn(
  { keys }: KeySet,
  { keyId, algorithm }: UnverifiedToken,
): readonly VerificationKey[] {
  const fitting = keys.filter((key) => key.algorithms.includes(algorithm));
  if (keyId !== null) return fitting.filter((key) => key.keyId === keyId).slice(0, MAX_CANDIDATES);
  return fitting.slice(0, MAX_CANDIDATES);
}
