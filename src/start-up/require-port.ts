import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.js';

/**
 * What is shown once is made only where the server can listen. For the process that starts first: workers share a port, and
 * one that opened and closed it beside another would take it away from that. Throws as `listen` does.
 */
export async function requirePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
