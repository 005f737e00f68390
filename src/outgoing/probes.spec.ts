import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { AddressPolicy } from './address-policy.js';
import type { OutgoingNetwork } from './network.js';
import { Probes } from './probes.js';

const PROBER = { organizationId: 'org', payer: ['maker'] };

describe('probes of one address', () => {
  it('are five at a time, also where each name has another address beside it that nobody answers at', async () => {
    const dialled: string[] = [];
    let names = 0;
    const network = {
      resolve: async () => [`2001:db8::${(names += 1).toString(16)}`, '192.0.2.1'],
      dial: (address: string) => {
        dialled.push(address);
        if (address.includes(':')) return Promise.reject(new Error('nobody'));
        return new Promise<Socket>(() => undefined);
      },
    } as unknown as OutgoingNetwork;
    const probes = new Probes(network, { allows: () => true } as unknown as AddressPolicy);
    const failures: unknown[] = [];
    for (let n = 0; n < 8; n++) {
      const url = new URL(`http://n${n}.example.org/`);
      probes.read(url, 512, PROBER as never).catch((error: unknown) => failures.push(error));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(dialled.filter((each) => each === '192.0.2.1')).toHaveLength(5);
    expect(failures).toMatchObject(Array.from({ length: 3 }, () => ({ step: 'busy' })));
  });
});
