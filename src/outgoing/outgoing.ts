import type { Socket } from 'node:net';
import { Counter, type Metric } from 'prom-client';
import { FairQueue, QueueRefusal } from '../http/limits/fair-queue.js';
import type { AddressPolicy } from './address-policy.js';
import { OutgoingParts } from './outgoing-parts.js';
import { exchange, type OutgoingAnswer, type OutgoingCall, secure } from './exchange.js';
import { outerMakersOf, type Payer } from './fair-shares.js';
import { OutgoingFailure, type OutgoingStep } from './failure.js';
import { PROCESSOR_COSTS, ProcessorBudget } from './processor-budget.js';
import type { OutgoingNetwork } from './network.js';
import { hostOf, isAddress, urlProblem } from './target-url.js';

/** For whom a call is made, and who named its target. */
export interface CallPolicy {
  /** The organization whose settings lead to the call; it has a share of the calls under way. */
  readonly organizationId: string;
  /** Who set up what leads to it. The organization's share is parted between them. */
  readonly payer: Payer;
  /** The URL is a setting of the server: any address is called, loopback too. */
  readonly isOperators?: boolean;
  /** Where of many who would ask the same only one may. */
  readonly turn?: CallTurn;
  /** Takes the milliseconds for which the other side was asked: without the wait for a place. */
  readonly onAsked?: ((milliseconds: number) => void) | undefined;
}

/** The turn of one who asks, which is held from the connection on, and never while the call waits for its place. */
export interface CallTurn {
  /** False where another has it. */
  take(): Promise<boolean>;
  /** Does nothing where it is not held. Never rejects. */
  giveBack(): Promise<void>;
}

/** Calls under way in a process: in all, for one organization, and of those to one origin. Nothing is contended beside. */
const PLACES = { total: 64, perGroup: 16, perCaller: 8, perContended: 1 };
/** Calls under way to one origin, for all organizations. */
const TO_ORIGIN = 8;
/** How many wait: in all, for one organization, for one organization at one origin. */
const QUEUE = { total: 500, perGroup: 120, perCaller: 60, bytes: Infinity };

/** Milliseconds. */
export interface OutgoingTimes {
  /** Longest wait for a place. */
  readonly queue: number;
  /** How long one kind of address is tried, where there is another. */
  readonly firstTry: number;
  /** Until there is a connection. */
  readonly connect: number;
  /** The whole call, after the wait. */
  readonly call: number;
}

const TIMES: OutgoingTimes = { queue: 3_000, firstTry: 800, connect: 2_000, call: 5_000 };

/**
 * The one way in which the server calls what callers' settings name: `https` to an address that was checked, JSON back.
 * No redirect is followed, no connection is kept, no proxy, cookie or credential of the environment goes along.
 */
export class Outgoing {
  private readonly queue: FairQueue;
  private readonly parts = new OutgoingParts({
    ofOrganization: PLACES.perGroup,
    waiting: QUEUE.perGroup,
    toOrigin: TO_ORIGIN,
  });
  private readonly budget: ProcessorBudget;
  private readonly calls = new Counter({
    name: 'strongroom_outgoing_calls_total',
    help: 'Calls to issuers, clusters and clouds that settings of callers led to: answered, or the step that failed',
    labelNames: ['result'] as const,
    registers: [],
  });

  constructor(
    private readonly network: OutgoingNetwork,
    private readonly addresses: AddressPolicy,
    private readonly times = TIMES,
    costs = PROCESSOR_COSTS,
  ) {
    this.budget = new ProcessorBudget(costs);
    this.queue = new FairQueue(PLACES, { ...QUEUE, patience: times.queue });
  }

  get all(): readonly Metric[] {
    return [this.calls];
  }

  /** Any status is an answer. Throws OutgoingFailure. */
  async json(call: OutgoingCall, policy: CallPolicy): Promise<OutgoingAnswer> {
    return this.counted(() => {
      if (urlProblem(call.url.href) !== null) throw new OutgoingFailure('url');
      return this.inTurn(call.url.origin, policy, () => this.run(call, policy));
    });
  }

  /** Returns the texts of the TXT records of a domain, which nobody connects to. Throws OutgoingFailure. */
  async texts(domain: string, policy: CallPolicy): Promise<readonly string[]> {
    const ask = () => {
      const signal = AbortSignal.timeout(this.times.connect);
      return within(signal, 'time', this.network.texts(domain, signal));
    };
    return this.counted(() => this.inTurn(`dns:${domain}`, policy, ask));
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      this.calls.inc({ result: 'answered' });
      return answer;
    } catch (error) {
      const failure = error instanceof OutgoingFailure ? error : new OutgoingFailure('connection');
      this.calls.inc({ result: failure.step });
      throw failure;
    }
  }

  /** `target`: an origin, or the domain of a question to name servers. */
  private async inTurn<T>(
    target: string,
    { organizationId, payer, turn, onAsked }: CallPolicy,
    work: () => Promise<T>,
  ): Promise<T> {
    const parts = this.parts.of(organizationId, payer, target);
    const claimant = { group: organizationId, caller: target, contended: null, bytes: 0, parts };
    if (!this.queue.tryEnter(claimant)) {
      const entered = this.queue
        .enter(claimant, () => undefined)
        .catch((error: unknown) => {
          throw error instanceof QueueRefusal ? new OutgoingFailure('busy', error.seconds) : error;
        });
      await Promise.all([entered, turn?.giveBack()]);
    }
    const start = performance.now();
    try {
      return await work();
    } finally {
      const took = performance.now() - start;
      this.queue.leave(claimant, took);
      onAsked?.(took);
    }
  }

  private async run(call: OutgoingCall, policy: CallPolicy): Promise<OutgoingAnswer> {
    const share = this.budget.shareOf(policy.organizationId, policy.payer);
    const { secondsUntilFree } = share;
    if (secondsUntilFree > 0) throw new OutgoingFailure('busy', secondsUntilFree);
    const whole = AbortSignal.timeout(this.times.call);
    const connecting = AbortSignal.any([whole, AbortSignal.timeout(this.times.connect)]);
    const addresses = await this.addressesOf(call.url, policy, connecting);
    if ((await policy.turn?.take()) === false) throw new OutgoingFailure('busy', 1);
    const socket = await this.dial(addresses, portOf(call.url), connecting);
    const destroy = () => void socket.destroy();
    whole.addEventListener('abort', destroy, { once: true });
    try {
      const secured = await within(
        whole,
        'time',
        secure(socket, { ...call, ...caOf(call, this.network) }, share),
      );
      return await within(whole, 'time', exchange(secured, call, whole));
    } finally {
      whole.removeEventListener('abort', destroy);
      destroy();
    }
  }

  /** The addresses that may be called. They are looked up once: nothing looks the name up again. */
  private async addressesOf(
    url: URL,
    policy: CallPolicy,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const found = await this.resolve(hostOf(url), policy, signal);
    const port = portOf(url);
    const allowed = policy.isOperators
      ? found
      : found.filter((each) => this.addresses.allows(each, port));
    if (allowed.length === 0) throw new OutgoingFailure('address');
    const isSix = (address: string) => address.includes(':');
    return [allowed[0]!, ...allowed.filter((each) => isSix(each) !== isSix(allowed[0]!))];
  }

  private async resolve(
    host: string,
    { organizationId, payer }: CallPolicy,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (isAddress(host)) return [host];
    const asker = { organizationId, makers: outerMakersOf(payer), isWaiting: false };
    const step = () => (asker.isWaiting ? 'busy' : 'time');
    return within(signal, step, this.network.resolve(host, signal, asker));
  }

  /** One address of each kind is tried: many machines have IPv6 addresses and no way that uses them. */
  private async dial(
    [first, second]: readonly string[],
    port: number,
    signal: AbortSignal,
  ): Promise<Socket> {
    const once =
      second === undefined
        ? signal
        : AbortSignal.any([signal, AbortSignal.timeout(this.times.firstTry)]);
    const socket = await this.connect(first!, port, once).catch((error: unknown) => {
      if (second === undefined || signal.aborted) throw error;
      return this.connect(second, port, signal);
    });
    // A connection that breaks has nobody else to tell.
    socket.on('error', () => undefined);
    return socket;
  }

  private connect(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    const dialling = this.network.dial(address, port, signal);
    // One that comes too late is closed.
    void dialling.then(
      (socket) => signal.aborted && socket.destroy(),
      () => undefined,
    );
    return within(signal, 'time', dialling);
  }
}

/** The authorities of the call, or those of the network where it has others than the system. */
const caOf = ({ ca }: OutgoingCall, { roots }: OutgoingNetwork): { ca?: string } => {
  const own = ca ?? roots;
  return own === undefined ? {} : { ca: own };
};

const portOf = ({ port }: URL): number => (port === '' ? 443 : Number(port));

/** Rejects as soon as the signal does, whatever the work makes of it. */
function within<T>(
  signal: AbortSignal,
  step: OutgoingStep | (() => OutgoingStep),
  work: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutgoingFailure(typeof step === 'string' ? step : step()));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}
