import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SUBSCRIBE } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { open, request } from '../support/raw-http.js';
import type { Caller } from '../support/scene.js';
import { anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';

const server = useApp();

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection, and all that came over it. */
async function connection() {
  const socket = await open(server.url);
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const until = async (part: string) => {
    while (!text.includes(part)) await new Promise((resolve) => setTimeout(resolve, 10));
    return text;
  };
  return { socket, until };
}

const subscription = ({ token }: Caller, projectId: string) =>
  request(
    `POST ${SUBSCRIBE}`,
    [`Authorization: Bearer ${token}`, 'Content-Type: application/json'],
    JSON.stringify({ projectId, register: [{}] }),
  );

const bodyOf = (text: string) =>
  text.slice(text.indexOf('\r\n\r\n', text.lastIndexOf('HTTP/1.1')) + 4);

/** The data of the chunks, each of which has to have its length in bytes. */
function unchunked(body: string): string[] {
  const pieces: string[] = [];
  let rest = Buffer.from(body);
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n');
    const length = parseInt(rest.toString('latin1', 0, end), 16);
    const chunk = rest.subarray(end + 2, end + 2 + length);
    expect(rest.toString('latin1', end + 2 + length, end + 4 + length)).toBe('\r\n');
    pieces.push(chunk.toString());
    rest = rest.subarray(end + 4 + length);
  }
  return pieces;
}

const FRAME = /^id: \S+\nevent: secret:create\ndata: \{.*\}\n\n$/;

describe('the bytes of a stream', () => {
  it('are chunks of whole frames', async () => {
    const scene = await aSecretScene(server);
    const { socket, until } = await connection();
    socket.write(subscription(scene.admin, scene.project.id));
    expect(await until('event: ping')).toContain('\r\nTransfer-Encoding: chunked\r\n');
    await withSecrets(scene, [anItem('FIRST')]);
    await until('"FIRST"');
    await withSecrets(scene, [anItem('SECOND')]);

    const [ping, ...frames] = unchunked(bodyOf(await until('"SECOND"}]}}\n\n\r\n')));

    expect(ping).toBe('event: ping\n\n');
    expect(frames).toHaveLength(2);
    for (const frame of frames) expect(frame).toMatch(FRAME);
  });

  it('are the frames alone for a client that knows no chunks', async () => {
    const scene = await aSecretScene(server);
    const { socket, until } = await connection();
    socket.write(subscription(scene.admin, scene.project.id).replace('HTTP/1.1', 'HTTP/1.0'));
    expect(await until('event: ping')).not.toContain('Transfer-Encoding');
    await withSecrets(scene, [anItem('FIRST')]);

    const body = bodyOf(await until('"FIRST"}]}}\n\n'));

    expect(body).toMatch(/^event: ping\n\nid: \S+\nevent: secret:create\ndata: \{.*\}\n\n$/);
  });

  it('come whole and in order behind another answer of the same connection', async () => {
    const scene = await aSecretScene(server);
    const { socket, until } = await connection();
    const read = request('GET /api/v1/workspace', [`Authorization: Bearer ${scene.admin.token}`]);
    socket.write(read.repeat(20) + subscription(scene.admin, scene.project.id));
    const writing = withSecrets(scene, [anItem('FIRST')]);
    await until('event: ping');
    await writing;
    await withSecrets(scene, [anItem('SECOND')]);

    const text = await until('"SECOND"}]}}\n\n\r\n');

    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
    const [ping, ...frames] = unchunked(bodyOf(text));
    expect(ping).toBe('event: ping\n\n');
    expect(frames.at(-1)).toContain('"SECOND"');
    for (const frame of frames) expect(frame).toMatch(FRAME);
  });
});
