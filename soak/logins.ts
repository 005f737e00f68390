import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../bench/measure.js';
import { insist, send } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import type { Scene } from './scene.js';

const LOGIN = '/api/v1/auth/universal-auth/login';
const NOBODY = '0198f2a4-7c1e-4bd2-9a57-2f6c1e0d9b3a';
const LOCKED_NOBODY = '0198f2a4-7c1e-4bd2-9a57-2f6c1e0d9b3b';
/** Failures of one source that lock: the default of the specification. */
const THRESHOLD = 3;

/** An identity of its own to log in as. */
interface Account {
  readonly identityId: string;
  readonly clientId: string;
}

async function anAccount({ scene }: Cluster, settings: object = {}): Promise<Account> {
  const post = <T>(path: string, body: object) =>
    insist<T>('POST', `${scene.url}/api/v1${path}`, { token: scene.token, body });
  const { identity } = await post<{ identity: { id: string } }>('/identities', {
    name: 'Somebody who logs in',
    organizationId: scene.orgId,
  });
  const { identityUniversalAuth } = await post<{ identityUniversalAuth: { clientId: string } }>(
    `/auth/universal-auth/identities/${identity.id}`,
    settings,
  );
  return { identityId: identity.id, clientId: identityUniversalAuth.clientId };
}

async function newSecret({ token, url }: Scene, account: Account, body: object): Promise<string> {
  const path = `/api/v1/auth/universal-auth/identities/${account.identityId}/client-secrets`;
  const made = await insist<{ clientSecret: string }>('POST', `${url}${path}`, { token, body });
  return made.clientSecret;
}

/** G23: of many logins at once with a secret good for `limit` uses, exactly so many pass. */
export async function useLimits(
  cluster: Cluster,
  { logins, limit, rounds }: { logins: number; limit: number; rounds: number },
): Promise<Finding> {
  // A thousand refusals are not to shut the door to the few that should pass.
  const account = await anAccount(cluster, { lockoutEnabled: false });
  const { clientId } = account;
  const passed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const clientSecret = await newSecret(cluster.scene, account, { numUsesLimit: limit });
    const body = { clientId, clientSecret };
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

/**
 * G23: guesses come many at once, and every so many of them is right. None that begins once twice the threshold and
 * what was under way have failed may pass.
 */
export async function bruteForce(
  cluster: Cluster,
  { guesses, concurrency }: { guesses: number; concurrency: number },
): Promise<Finding> {
  const account = await anAccount(cluster);
  const { clientId } = account;
  const right = await newSecret(cluster.scene, account, {});
  const bound = 2 * (THRESHOLD + concurrency);
  let begun = 0;
  let failed = 0;
  let passedLate = 0;
  let others = 0;
  const guess = async () => {
    while (begun < guesses) {
      const turn = begun++;
      const isLate = failed >= bound;
      const clientSecret = isLate && turn % 20 === 0 ? right : turn.toString(16).padStart(64, 'a');
      const url = `${cluster.url(turn)}${LOGIN}`;
      const { status } = await send('POST', url, { body: { clientId, clientSecret } });
      if (status === 401) failed++;
      else if (status === 200) passedLate++;
      else others++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, guess));
  return {
    goal: 'G23',
    what: `${guesses} guesses, ${concurrency} at once, every twentieth right`,
    figure: `${passedLate} passed after ${bound} failures, ${others} answered otherwise`,
    threshold: '0 passed after 2 × (threshold + concurrency), 0 answered otherwise',
    isMet: passedLate === 0 && others === 0,
  };
}

/** G24: unknown id, wrong secret, expired secret and one that is right but locked answer alike and as fast. */
export async function loginsAlike(cluster: Cluster, samples: number): Promise<Finding> {
  // One of its own for each kind: a row that counts more failures than the others would take longer.
  const open = await anAccount(cluster, { lockoutEnabled: false });
  const late = await anAccount(cluster, { lockoutEnabled: false });
  const expired = await newSecret(cluster.scene, late, { ttl: 1 });
  const url = `${cluster.url(0)}${LOGIN}`;
  const logIn = (clientId: string, clientSecret: string) =>
    send('POST', url, { body: { clientId, clientSecret } });
  while ((await logIn(late.clientId, expired)).status === 200) await delay(100);
  const locked = await anAccount(cluster, { lockoutDurationSeconds: 3_600 });
  const right = await newSecret(cluster.scene, locked, {});
  for (let n = 0; n < THRESHOLD; n++) {
    for (const id of [locked.clientId, LOCKED_NOBODY]) await logIn(id, `${n}`.repeat(64));
  }
  const refused = await sameAndAsFast(
    [() => logIn(NOBODY, 'a'.repeat(64)), () => logIn(open.clientId, 'b'.repeat(64))],
    samples,
  );
  // The lock of an unknown client id lasts for 300 s: the samples of a soak are done by then.
  const comparison = await sameAndAsFast(
    [() => logIn(LOCKED_NOBODY, 'c'.repeat(64)), () => logIn(locked.clientId, right)],
    samples,
  );
  // Whoever knows a secret that has expired is no stranger: the text is the same, the time need not be.
  const { text } = await logIn(late.clientId, expired);
  const isSame = /Invalid credentials\./.test(text);
  return {
    goal: 'G24',
    what: 'logins that fail: unknown id and wrong secret; both locked; an expired secret',
    figure: `${refused.figure}; locked: ${comparison.figure}`,
    threshold: refused.threshold,
    isMet: refused.isMet && comparison.isMet && isSame,
  };
}

/** G10: a project of another tenant and none at all are not found alike and as fast. */
export async function strangersAlike(
  cluster: Cluster,
  foreignProjectId: string,
  samples: number,
): Promise<Finding> {
  const { token } = cluster.scene;
  const ids = [foreignProjectId, NOBODY];
  const alike = await sameAndAsFast(
    ids.map((id) => () => send('GET', `${cluster.url(0)}/api/v1/projects/${id}`, { token })),
    samples,
  );
  return { goal: 'G10', what: "another tenant's project, and none at all", ...alike };
}

/**
 * Asks in turns, so that whatever else the machine does touches all alike. `most`: how far the medians may lie apart, as a
 * share of the least or in milliseconds.
 */
export async function sameAndAsFast(
  asks: readonly (() => ReturnType<typeof send>)[],
  samples: number,
  most = { share: 0.02, ms: 0.1 },
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
  const medians = times.map(median);
  const [least, longest] = [Math.min(...medians), Math.max(...medians)];
  const difference = longest - least;
  return {
    figure: `${bodies.size} kind of answer, medians ${medians.map((ms) => ms.toFixed(3)).join(', ')} ms (Δ ${((difference / least) * 100).toFixed(1)} %)`,
    threshold: `one answer, Δ ≤ ${most.share * 100} % or ${most.ms} ms`,
    isMet: bodies.size === 1 && (difference <= least * most.share || difference <= most.ms),
  };
}
