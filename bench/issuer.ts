import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { aTestAuthority } from '../test/support/outgoing/certificates.js';

/** A public address that nobody is asked at: the proxy leads it here. */
const ADDRESS = '93.184.216.34';

export interface BenchIssuer {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  /** The proxy by which a server reaches it: settings of callers lead to no address of this machine. */
  readonly proxy: string;
  close(): void;
}

const portOf = async (server: { listen(port: number, host: string): unknown }) => {
  server.listen(0, '127.0.0.1');
  await once(server as never, 'listening');
  return (server as unknown as { address(): AddressInfo }).address().port;
};

/** An issuer with metadata and one key (a public JWK), and the way to it. */
export async function openIssuer(key: object): Promise<BenchIssuer> {
  const url = `https://${ADDRESS}`;
  const authority = await aTestAuthority();
  const issuer = createSecureServer(await authority.issue(ADDRESS), ({ url: path = '' }, res) => {
    const metadata = { issuer: url, jwks_uri: `${url}/keys` };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(path.endsWith('/openid-configuration') ? metadata : { keys: [key] }));
  });
  const port = await portOf(issuer);
  const proxy = createServer();
  proxy.on('connect', (_req, near) => {
    const far = connect(port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    for (const each of [near, far]) each.on('error', () => far.destroy());
  });
  const proxyPort = await portOf(proxy);
  const close = () => {
    for (const server of [issuer, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { url, ca: authority.ca, proxy: `http://127.0.0.1:${proxyPort}`, close };
}
