import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type EventSource, listen } from '../test/support/events/event-source.js';
import { findInstalled } from '../test/support/own-server.js';
import { insist, send } from './client.js';
import { compare, type FailoverOptions, replicasOn, Writers } from './failover.js';
import type { Finding } from './finding.js';
import { PostgresPair } from './postgres-pair.js';
import type { Replica } from './replica.js';
import { makeScene, type Scene } from './scene.js';

const WHAT = 'failover that loses commits (asynchronous standby, made deaf), two replicas';
const THRESHOLD =
  '0 rights, 0 false 304, 0 kept answers, 0 gaps; one warn line and one count a replica';

/** Somebody who was let in at the lost time. */
interface Member {
  readonly id: string;
  readonly token: string;
}

/** Under running replicas: what they saw in the time that is lost must be nothing to them afterwards. */
export async function lostCommits({ writers, span, script }: FailoverOptions): Promise<Finding> {
  const installed = findInstalled();
  if (!installed) {
    const figure = 'needs an installed PostgreSQL';
    return { goal: 'G31', what: WHAT, figure, threshold: THRESHOLD, isMet: null };
  }
  const pair = await PostgresPair.start(installed, false);
  let replicas: Replica[] = [];
  try {
    replicas = await replicasOn([pair.url, pair.url], script);
    return await tryIt(pair, replicas, { writers, span });
  } finally {
    await Promise.all(replicas.map((replica) => replica.end()));
    await pair.end();
  }
}

async function tryIt(
  pair: PostgresPair,
  replicas: readonly Replica[],
  { writers, span }: FailoverOptions,
): Promise<Finding> {
  const trial = await Trial.begin(replicas);
  const { scene } = trial;
  const before = new Writers(writers, 'BEFORE', replicas, scene);
  await delay(span);
  const kept = await before.end();
  await pair.deafen();
  const between = new Writers(writers, 'LOST', replicas, scene);
  await trial.liveInLostTime();
  await delay(span);
  const gone = await between.end();
  await pair.crash();
  await pair.promote();
  const after = new Writers(writers, 'AFTER', replicas, scene);
  const remembered = await trial.lookForMemories();
  await delay(span);
  const later = await after.end();
  const gaps = await trial.countGaps(later);
  const warningCounts = replicas.map(
    ({ warnings }) => warnings.filter((line) => line.includes('from another history')).length,
  );
  const counts = await Promise.all(
    replicas.map((replica) => replica.metric('strongroom_database_incarnation_changes_total')),
  );
  const ofKept = await compare(pair, scene.projectId, [...kept, ...later]);
  const ofGone = await compare(pair, scene.projectId, gone);
  const { rights, false304, answers } = remembered;
  const figure =
    `${kept.length} acknowledged before and ${later.length} after: ${ofKept.lost} lost, ${ofKept.doubled} doubled; ` +
    `${gone.length} in the lost time: ${ofGone.lost} lost. Remembered: ${rights} rights of ${remembered.looks} looks, ` +
    `${false304} false 304, ${answers} kept answers; ${gaps.missed} events missed by ${gaps.streams} streams, ` +
    `${gaps.resets} reset; warn lines ${warningCounts.join(' + ')}, metric ${counts.join(' + ')}`;
  const isForgotten = rights + false304 + answers + gaps.missed === 0;
  const isTold = [...warningCounts, ...counts].every((count) => count === 1);
  const isMet =
    isForgotten && isTold && ofKept.lost === 0 && ofKept.doubled === 0 && ofGone.lost > 0;
  return { goal: 'G31', what: WHAT, figure, threshold: THRESHOLD, isMet };
}

class Trial {
  private etags: readonly string[] = [];
  private sources: readonly EventSource[] = [];
  private readonly key = randomUUID();

  private constructor(
    private readonly replicas: readonly Replica[],
    readonly scene: Scene,
    private readonly member: Member,
  ) {}

  static async begin(replicas: readonly Replica[]): Promise<Trial> {
    const scene = await makeScene(replicas[0]!.url);
    const { token, orgId, projectId, url } = scene;
    const made = await insist<{ identity: { id: string } }>('POST', `${url}/api/v1/identities`, {
      token,
      body: { name: 'member', organizationId: orgId, role: 'no-access' },
    });
    const { id } = made.identity;
    await insist('POST', `${url}/api/v1/auth/token-auth/identities/${id}`, { token, body: {} });
    type Token = { accessToken: string };
    const tokens = `${url}/api/v1/auth/token-auth/identities/${id}/tokens`;
    const { accessToken } = await insist<Token>('POST', tokens, { token, body: {} });
    await insist('POST', `${url}/api/v1/projects/${projectId}/identity-memberships/${id}`, {
      token,
      body: { role: 'no-access' },
    });
    const trial = new Trial(replicas, scene, { id, token: accessToken });
    await trial.set('POST', 'first');
    trial.sources = await Promise.all(
      replicas.map((replica) => listen(replica, token, { projectId })),
    );
    return trial;
  }

  /** Rights that are used, an answer that is kept, a value that is read with its ETag. */
  async liveInLostTime(): Promise<void> {
    await this.grant('/');
    await this.set('PATCH', 'lost');
    await this.once();
    const seen = this.replicas.map(async ({ url }) => {
      await insist('GET', this.secretAt(url), { token: this.member.token });
      const { token } = this.scene;
      const answer = await fetch(this.secretAt(url), {
        headers: { Authorization: `Bearer ${token}` },
      });
      return answer.headers.get('etag')!;
    });
    this.etags = await Promise.all(seen);
    for (let n = 0; n < 5; n++) await this.grant(`/lost-${n}`);
  }

  /** Changes that count anew what was counted in the lost time, and a look after each. */
  async lookForMemories() {
    let [looks, rights, false304] = [0, 0, 0];
    await this.set('PATCH', 'kept');
    for (let n = 0; n < 8; n++) {
      if (n > 0) await this.grant(`/kept-${n}`);
      for (const [index, { url }] of this.replicas.entries()) {
        const { status } = await send('GET', this.secretAt(url), { token: this.member.token });
        looks++;
        if (status === 200) rights++;
        const condition = { 'If-None-Match': this.etags[index]! };
        const { token } = this.scene;
        const read = await send('GET', this.secretAt(url), { token, headers: condition });
        if (read.status === 304) false304++;
      }
    }
    const answers = (await this.once()).isReplayed ? 1 : 0;
    return { looks, rights, false304, answers };
  }

  /** Counts, over all streams, acknowledged events after the failover that were neither sent nor covered by a reset. */
  async countGaps(names: readonly string[]) {
    await this.set('PATCH', 'last');
    await delay(3_000);
    const { token, projectId } = this.scene;
    let [missed, resets] = [0, 0];
    for (const source of this.sources) {
      const { events } = source;
      const reset = events.findLastIndex(({ event }) => event === 'reset');
      if (reset >= 0) resets++;
      const heard = new Set(source.keys);
      // What a reset stands for is what lies before its cursor: whoever goes on from there hears the rest.
      const id = reset < 0 ? undefined : events[reset]!.id!;
      const covered = new Set(names);
      const again = await listen(this.replicas[0]!, token, {
        projectId,
        ...(id ? { cursor: id } : {}),
      });
      await delay(2_000);
      for (const key of again.keys) covered.delete(key ?? '');
      again.close();
      missed += names.filter((name) => !heard.has(name) && !(id && covered.has(name))).length;
      source.close();
    }
    return { missed, resets, streams: this.sources.length };
  }

  private secretAt(url: string): string {
    return `${url}/api/v4/secrets/KEY?projectId=${this.scene.projectId}&environment=dev`;
  }

  private async set(method: 'POST' | 'PATCH', secretValue: string): Promise<void> {
    const { url, token, projectId } = this.scene;
    const body = { projectId, environment: 'dev', secretValue };
    await insist(method, `${url}/api/v4/secrets/KEY`, { token, body });
  }

  private async grant(secretPath: string): Promise<void> {
    const { url, token, projectId } = this.scene;
    const action = ['describeSecret', 'readValue'];
    const conditions = { environment: 'dev', secretPath };
    const body = {
      projectId,
      identityId: this.member.id,
      type: { isTemporary: false },
      permissions: [{ subject: 'secrets', action, conditions }],
    };
    const path = `${url}/api/v2/identity-project-additional-privilege`;
    await insist('POST', path, { token, body });
  }

  private async once(): Promise<{ isReplayed: boolean }> {
    const { url, token, projectId } = this.scene;
    const answer = await fetch(`${url}/api/v4/secrets/ONCE`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': this.key,
      },
      body: JSON.stringify({ projectId, environment: 'dev', secretValue: 'x' }),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`A keyed write came to ${answer.status}`);
    return { isReplayed: answer.headers.get('idempotency-replayed') === 'true' };
  }
}
