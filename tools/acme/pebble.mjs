// Let's Encrypt's reference server, for the same run.
import { spawn } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../server.js';
import { ended } from './hosts.mjs';

/** Asks the management of a Pebble; null while it does not answer. */
const ask = (port, path, ca) =>
  new Promise((resolve) => {
    const request = get(`https://localhost:${port}${path}`, { ca }, (res) => {
      let text = '';
      res.on('data', (part) => (text += part)).on('end', () => resolve(text));
    });
    request.on('error', () => resolve(null));
  });

/** `tls`: a certificate and key for this machine; `trust`: the file of its root. */
export async function openPebble(command, { folder, names, ports, tls, trust }) {
  const [port, management] = [await freePort(), await freePort()];
  const eab = { kid: 'kid-1', key: randomBytes(32).toString('base64url') };
  const file = (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` },
    ...{ certificate: file('tls.pem', tls.cert), privateKey: file('tls.key', tls.key) },
    ...{ httpPort: ports.http, tlsPort: ports.tls, externalAccountMACKeys: { [eab.kid]: eab.key } },
    ...{ externalAccountBindingRequired: false, certificateValidityPeriod: 30 * 86_400 },
  };
  const config = file('pebble.json', JSON.stringify({ pebble }));
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
  const args = ['-config', config, '-dnsserver', names.dns];
  let said = '';
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => (said = `${said}${text}`.slice(-65_536)));
  const ca = readFileSync(trust);
  let root = null;
  for (let n = 0; n < 100 && !root && child.exitCode === null; n++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    root = await ask(management, '/roots/0', ca);
  }
  if (!root) throw new Error(`Pebble did not start: ${said.slice(-300)}`);
  const directory = `https://localhost:${port}/dir`;
  const isRevoked = async (certificate) => {
    const { serialNumber } = new X509Certificate(readFileSync(certificate));
    const path = `/cert-status-by-serial/${serialNumber.toLowerCase()}`;
    return JSON.parse(await ask(management, path, ca)).Status === 'Revoked';
  };
  return {
    ...{ name: 'Pebble', directory, openDirectory: directory, eab, trust, certificates: [] },
    ...{ roots: file('pebble-root.pem', root), isRevoked, isListed: isRevoked },
    said: () => said,
    close: () => ended(child),
  };
}
