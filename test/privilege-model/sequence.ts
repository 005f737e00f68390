import type { Answer, Ask } from '../authorization/wire.js';
import type { TestApp } from '../support/harness.js';
import { build, type Built } from './build.js';
import {
  type Capability,
  capabilitiesOf,
  capabilitiesAsAdministrator,
  capabilityOf,
  opensProjects,
} from './capabilities.js';
import {
  callOf,
  choose,
  type ClientSecret,
  type Command,
  type Credential,
  type PlannedCall,
} from './command.js';
import { READ_NAMES, READ_VALUES } from './content-commands.js';
import {
  damages,
  growths,
  isOf,
  type Judged,
  losses,
  mayRead,
  remade,
  type State,
  stranded,
  type Violation,
} from './judge.js';
import { snapshotOf } from './snapshot.js';
import { commandOf, GRANTS, STEPPING, type Step } from './steps.js';
import type { World } from './world.js';

export interface Bench {
  readonly server: TestApp;
  readonly ask: Ask;
  /** How often each route answered with success, and with something else. */
  readonly uses: Map<string, { done: number; refused: number }>;
}

export interface Outcome {
  readonly violation: Violation | null;
  /** What was called and what came of it. */
  readonly log: readonly string[];
}

const DETAILS = '/api/v1/identities/details';
const CLIENT_ID =
  'select client_id "clientId", identity_id "identityId" from universal_auths where id = $1';
const LOGIN = '/api/v1/auth/universal-auth/login';

/** One world and the calls made in it, up to the first that breaks a promise. */
export class Sequence {
  private state: State;
  private readonly callers: Credential[] = [];
  private readonly secrets: ClientSecret[] = [];
  /** What the attacker could ever do by itself. */
  private readonly own = new Set<Capability>();
  /** `own`, and what it could come to do by letting itself into projects, which it may. */
  private readonly reach = new Set<Capability>();
  private readonly mine = new Set<string>();
  private readonly values = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly log: string[] = [];

  private constructor(
    private readonly bench: Bench,
    private readonly built: Built,
    private readonly isHonest: boolean,
  ) {}

  static async run(
    bench: Bench,
    world: World,
    steps: readonly Step[],
    isHonest = false,
  ): Promise<Outcome> {
    const built = await build(bench.server, bench.ask, world);
    const sequence = new Sequence(bench, built, isHonest);
    return { violation: await sequence.play(steps), log: sequence.log };
  }

  private async play(steps: readonly Step[]): Promise<Violation | null> {
    const { ids, tokens, values } = this.built;
    this.state = await this.readState();
    for (const [who, id] of Object.entries(ids)) this.names.set(id, who);
    for (const { id, environment, path, key } of this.state.snapshot.secrets) {
      this.values.set(values.get(`${environment} ${path} ${key}`)!, id);
      this.names.set(id, `${environment}:${path} ${key}`);
    }
    this.callers.push({ identityId: ids.attacker, token: tokens.attacker });
    this.raise(ids.attacker);
    for (const step of steps) {
      const violation = await this.take(step);
      if (violation) return this.named(violation);
      if (this.isAttackerInCharge()) return null;
    }
    const violation = this.isHonest ? null : await this.readAll();
    return violation && this.named(violation);
  }

  private async readState(): Promise<State> {
    const snapshot = await snapshotOf(this.bench.server, this.built.orgId);
    const isCounted = (id: string) => !this.mine.has(id);
    return { snapshot, capabilities: capabilitiesOf(snapshot, this.built.startedAt, isCounted) };
  }

  private async take({ by, command: name, numbers }: Step): Promise<Violation | null> {
    const command = commandOf(name);
    const actor =
      by === 'admin'
        ? { identityId: this.built.ids.admin, token: this.built.tokens.admin }
        : choose(this.callers, numbers[6])!;
    const call = this.callOf(command, actor, numbers);
    if (!call || (this.isHonest && isAbout(call, actor))) return null;
    const answer = await this.send(command, actor, call);
    if (answer.status >= 500) return { kind: 'failed', door: name, what: [answer.text] };
    const shown = by === 'attacker' ? this.shownIn(name, answer) : null;
    if (shown) return shown;
    if (answer.status !== 200) {
      const isWrong = this.isHonest && answer.status === 403;
      return isWrong
        ? { kind: 'refused the administrator', door: name, what: [answer.text] }
        : null;
    }
    const before = this.state;
    this.state = await this.readState();
    if (this.isHonest) return null;
    if (by === 'admin') return this.afterAdmin(name);
    const more = STEPPING.has(name) ? this.beyondOwn(call.params['identityId']!, before) : [];
    if (more.length > 0)
      return { kind: 'touched a credential of somebody stronger', door: name, what: more };
    await this.keep(answer);
    return this.afterAttack(name, actor.identityId, before);
  }

  private callOf(
    command: Command,
    actor: Credential,
    numbers: readonly number[],
  ): PlannedCall | null {
    const { built, secrets } = this;
    return callOf(command, { built, snapshot: this.state.snapshot, actor, secrets, numbers });
  }

  private async send(command: Command, actor: Credential, call: PlannedCall): Promise<Answer> {
    const answer = await this.bench.ask(actor.token, call);
    const uses = this.bench.uses.get(call.route) ?? { done: 0, refused: 0 };
    if (answer.status === 200) uses.done++;
    else uses.refused++;
    this.bench.uses.set(call.route, uses);
    const who = this.names.get(actor.identityId) ?? 'an identity that the attacker made';
    const body = call.body ? ` ${JSON.stringify(call.body)}` : '';
    const sent = this.readable(`${call.method.toUpperCase()} ${call.url}${body}`);
    this.log.push(`${who}: ${command.name}, ${answer.status}: ${sent}`);
    return answer;
  }

  /** What an answer gives into the attacker's hands. */
  private async keep({ body }: Answer): Promise<void> {
    const { accessToken, clientSecret, clientSecretData } = body as {
      readonly accessToken?: unknown;
      readonly clientSecret?: unknown;
      readonly clientSecretData?: { readonly identityUAId: string };
    };
    if (typeof accessToken === 'string')
      this.callers.push({ identityId: identityOf(accessToken), token: accessToken });
    if (typeof clientSecret !== 'string' || !clientSecretData) return;
    const { source } = this.bench.server.database;
    const auths = await source.query<{ clientId: string; identityId: string }[]>(CLIENT_ID, [
      clientSecretData.identityUAId,
    ]);
    for (const auth of auths) this.secrets.push({ ...auth, clientSecret });
  }

  private beyondOwn(identityId: string, { capabilities } = this.state): string[] {
    const now = [...(capabilities.get(identityId) ?? [])];
    return now
      .filter((each) => !this.reach.has(each) && !isOf(each, this.mine))
      .map((each) => `${identityId} ${each}`);
  }

  private afterAttack(door: string, actorId: string, before: State): Violation | null {
    for (const id of newIn(before, this.state)) this.mine.add(id);
    const { reach: own, mine } = this;
    const { startedAt } = this.built;
    const judged: Judged = { door, actorId, before, after: this.state, own, mine, startedAt };
    for (const id of remade(judged)) this.mine.add(id);
    const found = [growths, losses, damages, stranded].flatMap((judge) => judge(judged));
    return found[0] ?? null;
  }

  /** A grant to the attacker is its own; one to a holder of a credential that it made is not. */
  private async afterAdmin(door: string): Promise<Violation | null> {
    const { attacker } = this.built.ids;
    this.raise(attacker);
    const planted = new Set([...this.callers, ...this.secrets].map((each) => each.identityId));
    for (const identityId of planted) {
      const more = this.beyondOwn(identityId);
      if (more.length === 0) continue;
      if (!GRANTS.has(door)) this.raise(identityId);
      else if (await this.isAlive(identityId)) return { kind: 'planted', door, what: more };
    }
    return null;
  }

  /** Whether a credential of the identity still works that the attacker has. */
  private async isAlive(identityId: string): Promise<boolean> {
    const calls = [
      ...this.callers
        .filter((each) => each.identityId === identityId)
        .map(({ token }) => this.bench.ask(token, { method: 'get', url: DETAILS })),
      ...this.secrets
        .filter((each) => each.identityId === identityId)
        .map(({ clientId, clientSecret }) =>
          this.bench.ask(undefined, {
            method: 'post',
            url: LOGIN,
            body: { clientId, clientSecret },
          }),
        ),
    ];
    return (await Promise.all(calls)).some(({ status }) => status === 200);
  }

  /** An organization's admin covers everything in it. Who was made one has nowhere to climb. */
  private isAttackerInCharge(): boolean {
    const { identities } = this.state.snapshot;
    const admins = new Set(identities.flatMap(({ id, isAdmin }) => (isAdmin ? [id] : [])));
    return this.callers.some(({ identityId }) => admins.has(identityId));
  }

  private raise(identityId: string): void {
    const held = this.state.capabilities.get(identityId) ?? new Set();
    for (const each of held) {
      this.own.add(each);
      this.reach.add(each);
    }
    const { snapshot } = this.state;
    const holder = snapshot.identities.find(({ id }) => id === identityId);
    if (!holder || !opensProjects(held)) return;
    const { startedAt } = this.built;
    const isCounted = (id: string) => !this.mine.has(id);
    for (const each of capabilitiesAsAdministrator(snapshot, holder, startedAt, isCounted))
      this.reach.add(each);
  }

  private shownIn(door: string, { text }: Answer): Violation | null {
    for (const [value, id] of this.values)
      if (text.includes(value) && !mayRead(this.own, id) && !this.mine.has(id))
        return { kind: 'showed a value', door, what: [id] };
    return null;
  }

  /** Reads what the attacker can, against the values it may see and the secrets it may know of. */
  private async readAll(): Promise<Violation | null> {
    for (const [i, { slug, projectId }] of this.state.snapshot.environments.entries()) {
      if (projectId !== this.built.projectId) continue;
      const violation =
        (await this.readEnvironment(READ_VALUES, i, slug, ['describeSecret', 'readValue'])) ??
        (await this.readEnvironment(READ_NAMES, i, slug, ['describeSecret']));
      if (violation) return violation;
    }
    return null;
  }

  /** A list shows exactly the secrets on which the attacker has all of these actions. */
  private async readEnvironment(
    read: Command,
    index: number,
    slug: string,
    actions: readonly string[],
  ): Promise<Violation | null> {
    const [attacker] = this.callers;
    const capabilities = this.state.capabilities.get(attacker!.identityId) ?? new Set();
    const call = this.callOf(read, attacker!, [index]);
    const answer = call && (await this.send(read, attacker!, call));
    if (!answer || answer.status !== 200) return null;
    const shown = this.shownIn(read.name, answer);
    if (shown) return shown;
    const listed = (answer.body as { secrets?: { id: string }[] }).secrets ?? [];
    const ids = new Set(listed.map(({ id }) => id));
    const isExpected = (id: string) =>
      actions.every((action) => capabilities.has(capabilityOf(0, id, 'secrets', action)));
    const wrong = this.state.snapshot.secrets.filter(
      ({ id, environment }) =>
        environment === slug && !this.mine.has(id) && ids.has(id) !== isExpected(id),
    );
    if (wrong.length === 0) return null;
    return { kind: 'differs from the model', door: read.name, what: wrong.map(({ id }) => id) };
  }

  private readable(text: string): string {
    let shown = text;
    for (const [id, name] of this.names) shown = shown.replaceAll(id, `<${name}>`);
    return shown.replaceAll(this.built.projectId, '<project>');
  }

  private named({ what, ...violation }: Violation): Violation {
    return { ...violation, what: what.slice(0, 8).map((each) => this.readable(each)) };
  }
}

const KINDS = [
  ...(['identities', 'groups', 'projects'] as const),
  ...(['environments', 'folders', 'tags', 'secrets'] as const),
] as const;

function newIn(before: State, after: State): string[] {
  return KINDS.flatMap((kind) => {
    const known = new Set(before.snapshot[kind].map(({ id }) => id));
    return after.snapshot[kind].flatMap(({ id }) => (known.has(id) ? [] : [id]));
  });
}

const identityOf = (token: string): string => {
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
  return (JSON.parse(claims) as { readonly identityId: string }).identityId;
};

/** What an administrator does to himself may well take from what he can do next. */
const isAbout = ({ url, body }: PlannedCall, { identityId }: Credential): boolean =>
  `${url} ${JSON.stringify(body ?? '')}`.includes(identityId);
