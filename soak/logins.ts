import { setTimeout as delay } from 'node:timers/promises';
import { insist, send } from './client.js';
import type { Cluster } from './cluster.js';
import { type Finding, quantile } from './finding.js';

const LOGIN = '/api/v1/auth/universal-auth/login';

interface ClientSecret {
  readonly clientSecret: string;
}

async function newSecret({ scene }: Cluster, body: object): Promise<string> {
  const path = `/api/v1/auth/universal-auth/identities/${scene.identityId}/client-secrets`;
  const { token, url } = scene;
  return (await insist<ClientSecret>('POST', `${url}${path}`, { token, body })).clientSecret;
}

/** So that a thousand refusals do not shut the door to the few that should pass. */
export async function withoutLockout({ scene }: Cluster): Promise<void> {
  const url = `${scene.url}/api/v1/auth/universal-auth/identities/${scene.identityId}`;
  await insist('PATCH', url, { token: scene.token, body: { lockoutEnabled: false } });
}

/** G23: of many logins at once with a secret good for `limit` uses, exactly so many pass. */
export async function useLimits(
  cluster: Cluster,
  { logins, limit, rounds }: { logins: number; limit: number; rounds: number },
): Promise<Finding> {
  const passed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const clientSecret = await newSecret(cluster, { numUsesLimit: limit });
    const body = { clientId: cluster.scene.clientId, clientSecret };
    const answers = await Promise.all(
      Array.from({ length: logins }, (_, turn) =>
        send('POST', `${cluster.url(turn)}${LOGIN}`, { body }),
      ),
    );
    passed.push(answers.filter(({ status }) => status === 200).length);
  }
  const wrong = passed.filter((count) => count !== limit);
  return {
    goal: 'G23',
    what: `${logins} logins at once over ${cluster.replicas.length} replicas with a secret for ${limit}, ${rounds} times`,
    figure: `${rounds - wrong.length} times exactly ${limit}${wrong.length > 0 ? `, else ${wrong.join(', ')}` : ''}`,
    threshold: `every time exactly ${limit}`,
    isMet: wrong.length === 0,
  };
}

/** G24: unknown id, wrong secret and one that expired answer alike and as fast. */
export async function loginsAlike(cluster: Cluster, samples: number): Promise<Finding> {
  const { clientId } = cluster.scene;
  const expired = await newSecret(cluster, { ttl: 1 });
  const kinds = [
    { clientId: '0198f2a4-7c1e-4bd2-9a57-2f6c1e0d9b3a', clientSecret: 'a'.repeat(64) },
    { clientId, clientSecret: 'b'.repeat(64) },
    { clientId, clientSecret: expired },
  ];
  const url = `${cluster.url(0)}${LOGIN}`;
  while ((await send('POST', url, { body: { clientId, clientSecret: expired } })).status === 200) {
    await delay(100);
  }
  const alike = await sameAndAsFast(
    kinds.map((body) => () => send('POST', url, { body })),
    samples,
  );
  return {
    goal: 'G24',
    what: 'logins that fail: unknown id, wrong secret, expired secret',
    ...alike,
  };
}

/** G10: a project of another tenant and none at all are not found alike and as fast. */
export async function strangersAlike(
  cluster: Cluster,
  foreignProjectId: string,
  samples: number,
): Promise<Finding> {
  const { token } = cluster.scene;
  const ids = [foreignProjectId, '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'];
  const alike = await sameAndAsFast(
    ids.map((id) => () => send('GET', `${cluster.url(0)}/api/v1/projects/${id}`, { token })),
    samples,
  );
  return { goal: 'G10', what: "another tenant's project, and none at all", ...alike };
}

/** Asks in turns, so that whatever else the machine does touches all alike. */
async function sameAndAsFast(
  asks: readonly (() => ReturnType<typeof send>)[],
  samples: number,
): Promise<Pick<Finding, 'figure' | 'threshold' | 'isMet'>> {
  const times = asks.map(() => [] as number[]);
  const bodies = new Set<string>();
  for (let sample = -Math.min(200, samples); sample < samples; sample++) {
    for (const [index, ask] of asks.entries()) {
      const { status, text, ms } = await ask();
      if (sample < 0) continue; // warming up
      times[index]!.push(ms);
      bodies.add(`${status} ${text.replace(/req-\w+/, '')}`);
    }
  }
  const medians = times.map((each) => quantile(each, 0.5));
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const difference = most - least;
  return {
    figure: `${bodies.size} kind of answer, medians ${medians.map((ms) => ms.toFixed(3)).join(', ')} ms (Δ ${((difference / least) * 100).toFixed(1)} %)`,
    threshold: 'one answer, Δ ≤ 2 % or 0.1 ms',
    isMet: bodies.size === 1 && (difference <= least * 0.02 || difference <= 0.1),
  };
}
