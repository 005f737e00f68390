import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.js';
import { aTestAuthority } from '../test/support/outgoing/certificates.js';
import type { AcmePlace } from './acme-orders.js';

/** Let's Encrypt's reference server: everything in memory, no pauses, every proof taken for good. Null where it is not installed. */
export async function openPebble(): Promise<(AcmePlace & { close(): Promise<void> }) | null> {
  if (spawnSync('pebble', ['-version']).error) return null;
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-pebble-'));
  const authority = await aTestAuthority();
  const { cert, key } = await authority.issue('localhost');
  const [port, management] = [await freePort(), await freePort()];
  const [certificate, privateKey, config] = ['tls.pem', 'tls.key', 'pebble.json'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` },
    ...{ certificate, privateKey, httpPort: 80, tlsPort: 443 },
  };
  await writeFile(certificate, cert);
  await writeFile(privateKey, key);
  await writeFile(config, JSON.stringify({ pebble }));
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', PEBBLE_VA_NOSLEEP: '1', PEBBLE_VA_ALWAYS_VALID: '1' },
    ...{ PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '100' },
  };
  const child = spawn('pebble', ['-config', config], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) output.resume();
  const exited = once(child, 'exit');
  const origin = `https://localhost:${port}`;
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  await answering(port);
  return { directory: `${origin}/dir`, origin, url: origin, ca: authority.ca, close };
}

/** Milliseconds between two looks whether it listens, and how often. */
const [PAUSE, LOOKS] = [100, 600];

async function answering(port: number): Promise<void> {
  for (let n = 0; n < LOOKS; n++) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error('Pebble does not listen.');
}
