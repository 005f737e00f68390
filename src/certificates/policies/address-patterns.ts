import ipaddr from 'ipaddr.js';
import { NamePatterns } from './name-patterns.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [first: Address, bits: number];

/** The bits before the IPv4 address in one that is written as IPv6. */
const MAPPED_BITS = 96;

/** Addresses of a policy: ranges such as `10.0.0.0/8`, addresses, and patterns of an address's text such as `10.*`. */
export class AddressPatterns {
  private readonly ranges: readonly Range[];
  private readonly texts: NamePatterns;

  constructor(patterns: readonly string[]) {
    const isRange = (pattern: string) => ipaddr.isValidCIDR(pattern) || ipaddr.isValid(pattern);
    this.ranges = patterns.filter(isRange).map(rangeOf);
    this.texts = new NamePatterns(patterns.filter((pattern) => !isRange(pattern)));
  }

  /** An IPv4 address that is written as IPv6 is in no range of IPv4. */
  covers(value: string): boolean {
    return this.texts.matches(value) || this.holds(ipaddr.parse(value));
  }

  /** An IPv4 address counts however it is written. */
  mayMatch(value: string): boolean {
    const address = ipaddr.process(value);
    return this.covers(value) || this.texts.matches(address.toString()) || this.holds(address);
  }

  private holds(address: Address): boolean {
    return this.ranges.some(
      ([first, bits]) => first.kind() === address.kind() && address.match(first, bits),
    );
  }
}

function rangeOf(pattern: string): Range {
  const [first, bits] = ipaddr.isValidCIDR(pattern)
    ? ipaddr.parseCIDR(pattern)
    : [ipaddr.parse(pattern), Infinity];
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress();
  if (!isMapped || bits < MAPPED_BITS) return [first, Math.min(bits, lengthOf(first))];
  return [first.toIPv4Address(), Math.min(bits - MAPPED_BITS, 32)];
}

const lengthOf = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);
