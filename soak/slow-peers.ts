import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { insist, send } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';

const KINDS = ['slow header', 'slow body', 'slow read'] as const;
type Kind = (typeof KINDS)[number];

/** Milliseconds in which all are to be gone. */
const CUT_WITHIN = 30_000;

/** A peer that takes its time, and whether the server has had enough of it. */
interface Peer {
  readonly socket: Socket;
  readonly kind: Kind;
  isCut: boolean;
}

/** G20: peers that dawdle do not keep honest ones waiting, and are cut off. `each`: of slow headers and of slow bodies. */
export async function slowPeers(cluster: Cluster, each: number, watchMs: number): Promise<Finding> {
  const { token, projectId } = cluster.scene;
  const place = { projectId, environment: 'dev', secretPath: '/' };
  const big = { ...place, secretValue: 'x'.repeat(512 * 1024) };
  await insist('POST', `${cluster.url(0)}/api/v4/secrets/BIG`, { token, body: big });
  const wanted = Array.from({ length: each }, (_, index) =>
    // Each reader asks for 12 MiB, more than the buffers of two kernels hold: a few of them will do.
    index % 10 === 0 ? KINDS : KINDS.filter((kind) => kind !== 'slow read'),
  ).flat();
  const peers: Peer[] = [];
  const honest = new Honest(cluster);
  // Not all in one moment: that would be a flood, which is another matter.
  while (wanted.length > 0) {
    for (const kind of wanted.splice(0, 10)) peers.push(dawdle(cluster, kind));
    await honest.ask();
  }
  const end = performance.now() + watchMs;
  while (performance.now() < end) {
    for (const { socket, kind } of peers) trickle(socket, kind);
    await honest.ask();
  }
  await probe(peers);
  const stayed = peers.filter(({ isCut }) => !isCut).length;
  for (const { socket } of peers) socket.destroy();
  return {
    goal: 'G20',
    what: `${each} slow headers, ${each} slow bodies, ${Math.ceil(each / 10)} slow readers`,
    figure: `honest success ${honest.summary}; ${stayed} not cut within ${(watchMs / 1000).toFixed(0)} s`,
    threshold: '≥ 99.9 %, 0 after 30 s',
    isMet: honest.share >= 0.999 && (watchMs < CUT_WITHIN || stayed === 0),
  };
}

/** Asks like anybody, some twenty times a second, and remembers how it went. */
class Honest {
  private asked = 0;
  private readonly failures: string[] = [];

  constructor(private readonly cluster: Cluster) {}

  async ask(): Promise<void> {
    const { token, projectId } = this.cluster.scene;
    const url = `${this.cluster.url(0)}/api/v1/projects/${projectId}`;
    const { status, text } = await send('GET', url, { token });
    this.asked++;
    if (status !== 200) this.failures.push(`${status} ${text.slice(0, 60)}`);
    await delay(40);
  }

  get share(): number {
    return 1 - this.failures.length / this.asked;
  }

  get summary(): string {
    const [first] = this.failures;
    const share = `${(this.share * 100).toFixed(2)} % of ${this.asked}`;
    return first === undefined ? share : `${share} (${first})`;
  }
}

function dawdle(cluster: Cluster, kind: Kind): Peer {
  const { hostname, port } = new URL(cluster.url(0));
  const socket = connect(Number(port), hostname);
  const peer: Peer = { socket, kind, isCut: false };
  const cut = () => (peer.isCut = true);
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
      return `GET /api/v4/secrets/BIG?${query} HTTP/1.1\r\n${head}\r\n`.repeat(24);
  }
}

/** One more byte, now and then. */
function trickle(socket: Socket, kind: Kind): void {
  if (kind === 'slow read' || socket.destroyed || Math.random() > 0.02) return;
  socket.write(kind === 'slow header' ? 'X' : ' ');
}

/** Who does not read does not see the end either: a byte sent to a connection that is gone brings it out. */
async function probe(peers: readonly Peer[]): Promise<void> {
  const readers = peers.filter(({ kind, isCut }) => kind === 'slow read' && !isCut);
  for (let turn = 0; turn < 2; turn++) {
    for (const { socket } of readers) if (!socket.destroyed) socket.write(' ');
    await delay(300);
  }
}
