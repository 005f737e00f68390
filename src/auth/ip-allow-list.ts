import { BlockList, isIP } from 'node:net';

export interface Network {
  readonly ipAddress: string;
  readonly type: 'ipv4' | 'ipv6';
  readonly prefix?: number;
}

/** Whether an address lies in one of the networks; null: in any. An address that cannot be read lies in none. */
export function isAllowed(networks: readonly Network[] | null, address: string): boolean {
  if (networks === null) return true;
  const family = isIP(address);
  if (family === 0) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const same = networks.filter((network) => network.type === type);
  if (same.some((network) => network.prefix === 0)) return true;
  const list = new BlockList();
  for (const { ipAddress, prefix } of same) {
    list.addSubnet(ipAddress, prefix ?? (family === 4 ? 32 : 128), type);
  }
  return list.check(address, type);
}
