import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { AddressPolicy, isNeverOpened } from './address-policy.js';

const closed = new AddressPolicy([], [8080]);
const EVERYTHING = ['0.0.0.0/0', '::/0'];

describe('an address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1', '64:ff9b::5db8:d822', '::ffff:93.184.216.34'])(
    'that is public is called: %s',
    (address) => {
      expect(closed.allows(address, 443)).toBe(true);
    },
  );

  it.each([
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', 'fec0::1'],
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '240.0.0.1', '2001:db8::1'],
    ...['4000::1', '8000::1', '2600::5efe:10.0.0.1', '2600::200:5efe:10.0.0.1'],
    ...['::ffff:10.0.0.1', '::10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:0:1::f5ff:fffe'],
  ])('of a private or special range is called only where the operator opened it: %s', (address) => {
    expect(closed.allows(address, 443)).toBe(false);
    expect(new AddressPolicy(EVERYTHING, []).allows(address, 443)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '127.1.2.3', '::1', '0.0.0.0', '0.1.2.3', '::', '224.0.0.1', 'ff02::1'],
    ...['169.254.169.254', '169.254.1.1', 'fe80::1', '255.255.255.255', '100.100.100.200'],
    ...['168.63.129.16', 'fd00:ec2::254', '::ffff:127.0.0.1', '::ffff:169.254.169.254'],
    ...[
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::a9fe:a9fe',
      '2002:7f00:1::',
      '2002:a9fe:a9fe::',
    ],
    ...['2600::5efe:127.0.0.1', '2600::200:5efe:169.254.169.254'],
    ...['2001:0:1::80ff:fffe', '100::1', 'localhost', '2130706433', '', '1.2.3.4%eth0'],
  ])(
    'of this machine, its link, a metadata service, or none at all is never called: %s',
    (address) => {
      expect(closed.allows(address, 443)).toBe(false);
      expect(new AddressPolicy(EVERYTHING, []).allows(address, 443)).toBe(false);
    },
  );

  it('is opened by its own network alone', () => {
    const policy = new AddressPolicy(['10.1.0.0/16', '192.168.1.7', 'fd12::/16'], []);

    const called = ['10.1.2.3', '10.2.0.1', '192.168.1.7', '192.168.1.8', 'fd12::1', 'fd13::1'];
    expect(called.filter((each) => policy.allows(each, 443))).toEqual([
      ...['10.1.2.3', '192.168.1.7', 'fd12::1'],
    ]);
  });

  it.each<[string, boolean]>([
    ...['127.0.0.0/8', '127.0.0.1', '::1', '169.254.0.0/16', '169.254.169.254', 'fe80::/10'].map(
      (network) => [network, true] as [string, boolean],
    ),
    ...['224.0.0.0/4', '100.100.100.200/32', '::ffff:127.0.0.1'].map(
      (network) => [network, true] as [string, boolean],
    ),
    ...['10.0.0.0/8', 'fd00::/8', '192.168.1.7'].map(
      (network) => [network, false] as [string, boolean],
    ),
  ])('of %s may be opened by nobody: %s', (network, isNever) => {
    expect(isNeverOpened(network)).toBe(isNever);
  });

  it('of this machine is never called on a port of this instance', () => {
    const own = Object.values(networkInterfaces())
      .flatMap((list = []) => list)
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    const open = new AddressPolicy(EVERYTHING, [8080]);

    expect(own.map((address) => open.allows(address, 8080))).toEqual(own.map(() => false));
    expect(own.map((address) => open.allows(address, 8443))).toEqual(own.map(() => true));
  });
});

describe('an address for proofs of names', () => {
  const networks = ['127.0.0.0/8', '10.0.0.0/8'];

  it('of this machine is called only where loopback is opened, and never for metadata', () => {
    const closedToLoopback = new AddressPolicy(networks, []);
    const open = new AddressPolicy([...networks, '169.254.0.0/16'], [], { opensLoopback: true });

    expect(closedToLoopback.allows('127.0.0.1', 80)).toBe(false);
    expect(open.allows('127.0.0.1', 80)).toBe(true);
    expect(open.allows('::1', 80)).toBe(false);
    expect(open.allows('169.254.169.254', 80)).toBe(false);
  });

  it('that is excluded is not called, opened or public', () => {
    const policy = new AddressPolicy(networks, [], { excluded: ['10.1.0.0/16', '93.184.216.34'] });

    const asked = ['10.0.0.1', '10.1.0.1', '::ffff:10.1.0.1', '93.184.216.34', '93.184.216.35'];
    expect(asked.filter((each) => policy.allows(each, 80))).toEqual(['10.0.0.1', '93.184.216.35']);
  });
});
