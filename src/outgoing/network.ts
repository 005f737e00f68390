import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { FairQueue, type PlaceBounds, QueueRefusal } from '../http/limits/fair-queue.js';
import { OutgoingFailure } from './failure.js';
import type { Payer } from './fair-shares.js';

/** Names and connections: the system's, or those of a test. */
export interface OutgoingNetwork {
  /** Certificates (PEM) that count in place of the system's roots, where a call names none. */
  readonly roots?: string;
  /** Returns every address of a name. Rejects with OutgoingFailure where there is none. */
  resolve(host: string, signal: AbortSignal, asker?: NameAsker): Promise<readonly string[]>;
  /** Returns the texts of the TXT records of a name. Rejects with OutgoingFailure where there is none. */
  texts(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the CAA records of a name itself; none where there are none. Rejects with OutgoingFailure where nobody tells. */
  authorizations(host: string, signal: AbortSignal): Promise<readonly CaaRecord[]>;
  /** Opens a TCP connection to one address. Rejects where nobody takes it. */
  dial(address: string, port: number, signal: AbortSignal): Promise<Socket>;
}

/** Who asks for a name. */
export interface NameAsker {
  /** The organization whose settings name it. */
  readonly organizationId: string;
  /** Who set these up, the outermost of those behind them first. */
  readonly makers: Payer;
  /** Whether it waits for its turn: what ends then ends for who asks, and tells nothing of the name. */
  isWaiting: boolean;
}

/** A CAA record (RFC 8659): which authorities may certify a name. */
export interface CaaRecord {
  readonly isCritical: boolean;
  /** In lower case. */
  readonly tag: string;
  readonly value: string;
}

/** Aliases that are followed from one name. */
const MAX_ALIASES = 10;

/** Codes of `Resolver` for a name that is not there, and for one without records of the kind. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Codes of `Resolver` for a name server that does not answer, and for a call that was given up. */
const SILENT: ReadonlySet<string> = new Set(['ETIMEOUT', 'ECANCELLED']);

/** Milliseconds and tries of one question to one name server. */
const ASK = { timeout: 1_000, tries: 2 };

/** Threads of the process where nothing else is set (libuv). */
const USUAL_THREADS = 4;

/** Look-ups by the system that wait: a call gives up sooner than their patience. */
const WAITING = { total: 256, perGroup: 64, perCaller: 64, bytes: 1, patience: 10_000 };

/**
 * Look-ups by the system that are under way: half of the threads, since libuv begins no more at a time. An organization leaves one
 * to others, and a name has one of its organization's.
 */
export function lookUpPlaces(threads: number): PlaceBounds {
  const total = Math.max(2, Math.floor((threads + 1) / 2));
  return { total, perGroup: total - 1, perCaller: 1, perContended: 1 };
}

/** Milliseconds after which a look-up counts as one that hung, and how often longer than that its organization waits. */
const HUNG = 1_000;
const PAUSE_TIMES = 8;
const LONGEST_PAUSE = 10 * 60_000;

/** When those of an organization who are behind some makers may ask the system again; without any, all of it. */
interface LookUpPause {
  /** The one name that they may not ask for; null once another of theirs hung too: none. */
  readonly host: string | null;
  readonly until: number;
  readonly length: number;
  readonly makers: Payer;
}

const askSystem = (host: string) => lookup(host, { all: true, order: 'verbatim' });

/**
 * The network as the machine has it, through the operator's proxy where there is one. Names are asked of the name
 * servers, which take no thread of the process. What those answer that they do not know is asked of the system once
 * more (`getaddrinfo`), for `/etc/hosts` and search lists: `kubernetes.default.svc` is such a name. Few of these are
 * under way at a time (`lookUpPlaces`), since each holds a thread for as long as a name server is silent. A name that hung is not
 * asked for again for a while. Whoever set up what leads to several such names pauses, longer each time, so that two organizations
 * cannot hold all places for good: a maker with those that it made, and where several makers have such names, all who are behind the
 * same ones, at last the organization.
 */
export class SystemNetwork implements OutgoingNetwork {
  private readonly lookUps: FairQueue;
  private readonly pauses = new LRUCache<string, LookUpPause>({
    max: 10_000,
    ttl: 2 * LONGEST_PAUSE,
  });

  constructor(
    private readonly proxy: URL | null,
    /** Asked in place of the system's, each as an address with or without a port. */
    private readonly nameServers: readonly string[] = [],
    /** Whether the system is asked for what the name servers do not know. */
    private readonly asksSystem = true,
    private readonly system: (host: string) => Promise<readonly LookupAddress[]> = askSystem,
    places = lookUpPlaces(USUAL_THREADS),
  ) {
    this.lookUps = new FairQueue(places, WAITING);
  }

  async resolve(
    host: string,
    signal: AbortSignal,
    asker: NameAsker = { organizationId: '', makers: [], isWaiting: false },
  ): Promise<readonly string[]> {
    // IPv6 first, as RFC 6724 has it.
    const answers = await this.asking(signal, (resolver) =>
      // What the system is asked for, it follows by itself.
      this.asksSystem ? addressesOf(resolver, host) : followed(resolver, host, addressesOf),
    );
    const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length > 0) return found;
    const isSilent = answers.some((each) => each.status === 'rejected' && SILENT.has(codeOf(each)));
    if (isSilent || !this.asksSystem) throw new OutgoingFailure('name');
    return this.lookUp(host, signal, asker);
  }

  async texts(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const answers = await this.asking(signal, (resolver) =>
      followed(resolver, host, async (asked, name) => [await settled(asked.resolveTxt(name))]),
    );
    const [answer] = answers;
    // An alias that leads nowhere is an answer without records.
    const found = answer?.status === 'fulfilled' ? answer.value : [];
    if (found.length === 0) throw new OutgoingFailure('name');
    // A long text comes in parts of 255 bytes (RFC 1035, 3.3.14).
    return found.map((parts) => parts.join(''));
  }

  async authorizations(host: string, signal: AbortSignal): Promise<readonly CaaRecord[]> {
    const [answer] = await this.asking(signal, (resolver) =>
      followed(resolver, host, async (asked, name) => [await settled(asked.resolveCaa(name))]),
    );
    if (answer?.status === 'fulfilled') return answer.value.map(authorizationOf);
    if (answer && NOTHING.has(codeOf(answer))) return [];
    throw new OutgoingFailure('name');
  }

  private async asking<T>(
    signal: AbortSignal,
    ask: (resolver: Resolver) => Promise<T>,
  ): Promise<T> {
    const resolver = new Resolver(ASK);
    if (this.nameServers.length > 0) resolver.setServers(this.nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await ask(resolver);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /**
   * By the system, in turn. A place is held for as long as the system takes, whether or not anybody still waits. Rejects with
   * `busy` for what comes of who asks: others may ask for the same name.
   */
  private async lookUp(
    host: string,
    signal: AbortSignal,
    asker: NameAsker,
  ): Promise<readonly string[]> {
    const { organizationId } = asker;
    const claimant = { group: organizationId, caller: host, contended: null, bytes: 0 };
    const paused = this.pausedFor(asker, host);
    if (paused > 0) throw new OutgoingFailure('busy', Math.ceil(paused / 1_000));
    if (!this.lookUps.tryEnter(claimant)) {
      asker.isWaiting = true;
      await this.lookUps.enter(claimant, (abandon) => onAbort(signal, abandon)).catch(refused);
      asker.isWaiting = false;
    }
    const start = performance.now();
    const found = await this.system(host)
      .catch(() => [])
      .finally(() => {
        const took = performance.now() - start;
        this.lookUps.leave(claimant, took);
        if (took >= HUNG && organizationId !== '') this.pause(asker, host, took);
      });
    if (found.length === 0) throw new OutgoingFailure('name');
    return found.map(({ address }) => address);
  }

  /** In milliseconds. */
  private pausedFor({ organizationId, makers }: NameAsker, host: string): number {
    const pause = this.pauses.get(organizationId);
    const isOne =
      pause !== undefined &&
      (pause.host ?? host) === host &&
      commonOf(pause.makers, makers).length === pause.makers.length;
    return isOne ? pause.until - performance.now() : 0;
  }

  private pause({ organizationId, makers }: NameAsker, host: string, took: number): void {
    const before = this.pauses.get(organizationId) ?? { length: 0, makers, host };
    const length = Math.min(LONGEST_PAUSE, Math.max(PAUSE_TIMES * took, 2 * before.length));
    const until = performance.now() + length;
    const one = before.host === host ? host : null;
    const common = commonOf(before.makers, makers);
    this.pauses.set(organizationId, { until, length, makers: common, host: one });
  }

  dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    return this.proxy ? tunnel(this.proxy, address, port, signal) : open(address, port, signal);
  }
}

type Answers<T> = readonly PromiseSettledResult<T>[];

const codeOf = ({ reason }: PromiseRejectedResult): string => (reason as { code: string }).code;

const settled = async <T>(asking: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([asking]))[0];

const addressesOf = (resolver: Resolver, host: string): Promise<Answers<string[]>> =>
  Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)]);

/**
 * What name servers answer for a name, or for what it is an alias of: some tell one alias at a time, without what lies behind it,
 * which is no answer to `Resolver`. Only a name without records of the kind is asked for an alias.
 */
async function followed<T>(
  resolver: Resolver,
  host: string,
  ask: (resolver: Resolver, name: string) => Promise<Answers<T>>,
): Promise<Answers<T>> {
  let name = host;
  for (let aliases = 0; ; aliases++) {
    const answers = await ask(resolver, name);
    const isNothing = answers.every((each) =>
      each.status === 'rejected' ? codeOf(each) === 'ENODATA' : isEmpty(each.value),
    );
    if (!isNothing || aliases === MAX_ALIASES) return answers;
    const [alias] = await resolver.resolveCname(name).catch(() => []);
    if (alias === undefined) return answers;
    name = alias;
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The makers with which both begin. */
function commonOf(one: Payer, other: Payer): Payer {
  const end = one.findIndex((maker, index) => maker !== other[index]);
  return end < 0 ? one : one.slice(0, end);
}

function onAbort(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
}

function refused(error: unknown): never {
  throw new OutgoingFailure('busy', error instanceof QueueRefusal ? error.seconds : 1);
}

/** Node puts a tag and its value among its own fields: `type` is one of them in newer versions. */
function authorizationOf(record: object): CaaRecord {
  const { critical, ...fields } = record as Readonly<Record<string, unknown>>;
  const entries = Object.entries(fields);
  const [tag, value] = entries.find(([name]) => name !== 'type') ?? entries[0] ?? ['', ''];
  return { isCritical: critical !== 0, tag: tag.toLowerCase(), value: String(value) };
}

function open(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, autoSelectFamily: false });
    const end = () => void socket.destroy(new OutgoingFailure('time'));
    signal.addEventListener('abort', end, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', end));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // The time was that of connecting: what the connection serves for has its own.
      signal.removeEventListener('abort', end);
      resolve(socket);
    });
  });
}

/**
 * Asks the proxy for a tunnel (RFC 9110, 9.3.6) to the address that was checked, not to the name: the proxy would look
 * the name up again.
 */
function tunnel(proxy: URL, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const target = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const { hostname, username, password } = proxy;
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const credentials =
    username === '' ? {} : { 'Proxy-Authorization': `Basic ${user.toString('base64')}` };
  return new Promise((resolve, reject) => {
    const asking = request({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { Host: target, ...credentials },
      agent: false,
      signal,
    });
    asking.once('error', reject);
    asking.once('response', () => reject(new OutgoingFailure('connection')));
    asking.once('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode === 200 && head.length === 0) return resolve(socket);
      socket.destroy();
      reject(new OutgoingFailure('connection'));
    });
    asking.end();
  });
}
