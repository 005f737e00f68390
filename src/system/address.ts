import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens, as a URL that works on this machine. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}
