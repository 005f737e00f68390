// What stands around the ACME servers: TLS before the one that speaks HTTP, a name server that sends every name here, and a
// web server for clients that leave files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { freePort } from '../server.js';

const closed = (server) => new Promise((resolve) => server.close(resolve));

/** Ends TLS on that port, and leads what was in it to the server. */
export async function openFront(port, { key, cert }, target) {
  const sockets = new Set();
  const front = createTlsServer({ key, cert }, (inside) => {
    const outside = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ]) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  front.on('tlsClientError', () => {});
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return async () => {
    for (const socket of sockets) socket.destroy();
    await closed(front);
  };
}

/** Starts Let's Encrypt's responder as a name server: every name is at this machine. */
export async function openNames(command) {
  const [dns, management] = [await freePort(), await freePort()];
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const places = ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${management}`];
  const child = spawn(command, [...off, ...places], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${management}`;
  await answering(child, url, command);
  return { dns: `127.0.0.1:${dns}`, url, close: () => ended(child) };
}

/** Waits until something answers there. */
export async function answering(child, url, what) {
  let failure = null;
  child.once('error', (error) => (failure = error));
  for (let n = 0; n < 100 && !failure && child.exitCode === null; n++) {
    if (await fetch(url).then(...[true, false].map((is) => () => is))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await ended(child);
  throw new Error(`${what} did not start: ${failure?.message ?? `ended with ${child.exitCode}`}`);
}

/** Ends a process that was started here. */
export async function ended(child, signal = 'SIGTERM') {
  const isRunning = child.pid && child.exitCode === null && child.signalCode === null;
  if (isRunning && child.kill(signal)) await once(child, 'exit');
}

/** Shows the files of a folder on that port while `work` goes on. */
export async function withWebRoot(port, folder, work) {
  mkdirSync(join(folder, '.well-known', 'acme-challenge'), { recursive: true });
  const server = createHttpServer(({ url }, res) => {
    const file = createReadStream(join(folder, new URL(url, 'http://host').pathname));
    file.on('error', () => res.writeHead(404).end());
    file.pipe(res);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work();
  } finally {
    server.closeAllConnections();
    await closed(server);
  }
}
