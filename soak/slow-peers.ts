import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { insist, send } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { honest } from './honest.js';

/** Milliseconds between two signs of life. */
const PAUSE = { 'slow header': 3_000, 'slow body': 3_000, 'slow read': 500 };
const KINDS = ['slow header', 'slow body', 'slow read'] as const;
type Kind = (typeof KINDS)[number];

/** Milliseconds in which the slow are to be gone. */
const CUT_WITHIN = 20_000;
/** What looks add: the server's first and last, two a second, and the reader's own, by which it learns that it is cut. */
const LOOKS = 1_500;

const VALUE = 512 * 1024;
/** Answers that a reader asks for: more than the buffers of two kernels hold. */
const ANSWERS = 12;

/** A peer that takes its time, and when the server has had enough of it. */
interface Peer {
  readonly socket: Socket;
  readonly kind: Kind;
  readonly openedAt: number;
  wentOnAt?: number;
  /** Milliseconds since it was opened. */
  cutAfter?: number;
}

export interface SlowSize {
  /** Slow headers, and as many slow bodies. */
  readonly senders: number;
  /** Each holds some 6 MiB of the server. Every other one takes a few bytes now and then. */
  readonly readers: number;
  readonly watchMs: number;
}

/** G20: peers that dawdle do not keep honest ones waiting, and are cut off. */
export async function slowPeers(
  cluster: Cluster,
  { senders, readers, watchMs }: SlowSize,
): Promise<Finding> {
  const { token, projectId } = cluster.scene;
  const place = { projectId, environment: 'dev', secretPath: '/' };
  const big = { ...place, secretValue: 'x'.repeat(VALUE) };
  await insist('POST', `${cluster.url(0)}/api/v4/secrets/BIG`, { token, body: big });
  const peers: Peer[] = [];
  const fared = await honest(cluster, async () => {
    await openAll(cluster, peers, {
      'slow header': senders,
      'slow body': senders,
      'slow read': readers,
    });
    const end = performance.now() + watchMs;
    for (; performance.now() < end; await delay(50)) for (const peer of peers) resume(peer);
  });
  for (const { socket } of peers) socket.destroy();
  const cut = peers.flatMap(({ cutAfter }) => cutAfter ?? []);
  const lasts = KINDS.map((kind) => `${kind} ${lastOf(peers, kind).toFixed(1)} s`);
  const late =
    watchMs > CUT_WITHIN && (cut.length < peers.length || Math.max(...cut) > CUT_WITHIN + LOOKS);
  return {
    goal: 'G20',
    what: `${senders} slow headers, ${senders} slow bodies, ${readers} slow readers`,
    figure: `honest success ${fared.summary}; ${cut.length} of ${peers.length} cut, the last after: ${lasts.join(', ')}`,
    threshold: '≥ 99.9 %, all within 20 s and 1.5 s of looks',
    isMet: fared.share >= 0.999 && !late,
  };
}

/** Seconds until the last of its kind was cut. */
const lastOf = (peers: readonly Peer[], kind: Kind): number =>
  Math.max(0, ...peers.map((peer) => (peer.kind === kind ? (peer.cutAfter ?? 0) / 1_000 : 0)));

const STEPS = 200;

/** Opens all peers, not all in one moment: that would be a flood, which is another matter. */
async function openAll(
  cluster: Cluster,
  peers: Peer[],
  counts: Readonly<Record<Kind, number>>,
): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    for (const kind of KINDS) {
      const [from, to] = [step, step + 1].map((n) => Math.floor((counts[kind] * n) / STEPS));
      for (let n = from!; n < to!; n++) peers.push(dawdle(cluster, kind));
    }
    for (const peer of peers) resume(peer);
    // Connections are taken in order: once this one is answered, all before it have been taken.
    await send('GET', `${cluster.url(0)}/api/health/live`, { isLast: true });
  }
}

function dawdle(cluster: Cluster, kind: Kind): Peer {
  const { hostname, port } = new URL(cluster.url(0));
  const socket = connect(Number(port), hostname);
  const peer: Peer = { socket, kind, openedAt: performance.now() };
  const cut = () => void (peer.cutAfter ??= performance.now() - peer.openedAt);
  socket.on('error', cut).on('close', cut).on('end', cut);
  socket.on('connect', () => socket.write(openingOf(cluster, kind)));
  if (kind === 'slow read') socket.pause();
  else socket.on('data', cut);
  return peer;
}

function openingOf({ scene }: Cluster, kind: Kind): string {
  const head = `Host: soak\r\nAuthorization: Bearer ${scene.token}\r\n`;
  const query = `projectId=${scene.projectId}&environment=dev`;
  switch (kind) {
    case 'slow header':
      return `GET /api/v1/projects HTTP/1.1\r\n${head}`;
    case 'slow body':
      return `POST /api/v1/projects HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;
    case 'slow read':
      return `GET /api/v4/secrets/BIG?${query} HTTP/1.1\r\n${head}\r\n`.repeat(ANSWERS);
  }
}

/** One more byte, now and then. */
function resume(peer: Peer): void {
  const { socket, kind, openedAt, wentOnAt = openedAt } = peer;
  const now = performance.now();
  if (socket.destroyed || socket.connecting || now - wentOnAt < PAUSE[kind]) return;
  peer.wentOnAt = now;
  if (kind === 'slow header') socket.write('X');
  else if (kind === 'slow body') socket.write(' ');
  else {
    // Who does not read learns of the end only by writing; an empty line between requests says nothing.
    socket.write('\r\n');
    if (Math.round(openedAt) % 2 === 0) socket.read(100);
  }
}
