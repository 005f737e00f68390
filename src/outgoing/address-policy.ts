import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** Metadata services outside of the link-local ranges: Alibaba, Azure's host, Oracle, AWS over IPv6. */
const METADATA = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'].map((text) =>
  ipaddr.parse(text).toString(),
);

/** Ranges of `ipaddr.js` that no setting opens: this machine, this link, and what is no one machine. */
const NEVER: ReadonlySet<string> = new Set([
  ...['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast', 'discard'],
]);

const PUBLIC = 'unicast';
/** The IPv6 addresses that are handed out for everybody (RFC 4291, 2.4; IANA). */
const GLOBAL_IPV6 = [ipaddr.IPv6.parse('2000::'), 3] as const;

/**
 * Decides which addresses a caller's settings may lead to: public ones, and what the operator opened
 * (`OUTGOING_ALLOWED_NETWORKS`). Loopback, link-local, metadata services and this instance's own ports never.
 */
export class AddressPolicy {
  private readonly opened: readonly Network[];
  private readonly excluded: readonly Network[];

  constructor(
    networks: readonly string[],
    /** The ports that this instance listens on, whatever the address. */
    private readonly ownPorts: readonly number[],
    private readonly exceptions: AddressExceptions = {},
  ) {
    this.opened = networks.map(toNetwork);
    this.excluded = (exceptions.excluded ?? []).map(toNetwork);
  }

  allows(text: string, port: number): boolean {
    if (!ipaddr.isValid(text)) return false;
    const forms = formsOf(ipaddr.parse(text));
    if (forms.some((form) => this.isNever(form)) || this.isOwn(forms, port)) return false;
    if (forms.some((form) => isIn(this.excluded, form))) return false;
    return forms.every((form) => isPublic(form) || isIn(this.opened, form));
  }

  private isNever(address: Address): boolean {
    const mayBeOpened = this.exceptions.opensLoopback === true && address.range() === 'loopback';
    return isNever(address) && !mayBeOpened;
  }

  private isOwn(forms: readonly Address[], port: number): boolean {
    if (!this.ownPorts.includes(port)) return false;
    const own = new Set(
      Object.values(networkInterfaces()).flatMap((list = []) =>
        list.map(({ address }) => ipaddr.process(address.split('%', 1)[0]!).toString()),
      ),
    );
    return forms.some((form) => own.has(form.toString()));
  }
}

/** What an operator decides beyond the networks that are opened. */
export interface AddressExceptions {
  /** Networks that are never called, whatever else is opened. */
  readonly excluded?: readonly string[];
  /** Whether loopback may be among what is opened: for tests of an operator. */
  readonly opensLoopback?: boolean;
}

const isIn = (networks: readonly Network[], address: Address): boolean =>
  networks.some(
    ([network, prefix]) =>
      network.kind() === address.kind() &&
      (address as ipaddr.IPv6).match(network as ipaddr.IPv6, prefix),
  );

/** Whether no address of a network could ever be called: to name it is a mistake. */
export const isNeverOpened = (network: string): boolean => isNever(toNetwork(network)[0]);

const isPublic = (address: Address): boolean =>
  address.range() === PUBLIC &&
  (address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(...GLOBAL_IPV6));

const isNever = (address: Address): boolean =>
  NEVER.has(address.range()) || METADATA.includes(address.toString());

function toNetwork(text: string): Network {
  const address = text.split('/', 1)[0]!;
  const parsed = ipaddr.process(address);
  const prefix = text.includes('/') ? Number(text.slice(address.length + 1)) : null;
  return [parsed, prefix ?? (parsed.kind() === 'ipv4' ? 32 : 128)];
}

/**
 * What an address may stand for: an IPv6 address that carries an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo)
 * leads to that one, so that one is judged; one that may carry it at its end (ISATAP), besides itself.
 */
function formsOf(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4') return [address];
  const bytes = (address as ipaddr.IPv6).toByteArray();
  const embedded = embeddedIn(bytes);
  if (embedded) return [new ipaddr.IPv4([...embedded])];
  return isIsatap(bytes) ? [address, new ipaddr.IPv4(bytes.slice(12))] : [address];
}

const ZEROS = 10;

function embeddedIn(bytes: readonly number[]): readonly number[] | null {
  const last = bytes.slice(12);
  const startsWith = (...prefix: readonly number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const hasZeros = bytes.slice(0, ZEROS).every((byte) => byte === 0);
  const isMapped = hasZeros && bytes[10] === 0xff && bytes[11] === 0xff;
  // `::` and `::1` are addresses of their own.
  const isCompatible =
    hasZeros && bytes[10] === 0 && bytes[11] === 0 && last.slice(0, 3).some((byte) => byte !== 0);
  if (isMapped || isCompatible || isNat64(bytes)) return last;
  if (startsWith(0x20, 0x02)) return bytes.slice(2, 6);
  // Teredo keeps the client's address with its bits flipped (RFC 4380, 4).
  if (startsWith(0x20, 0x01, 0, 0)) return last.map((byte) => byte ^ 0xff);
  return null;
}

/** Interface identifiers of RFC 5214, 6.1. */
const isIsatap = (bytes: readonly number[]): boolean =>
  (bytes[8]! & 0xfd) === 0 && bytes.slice(9, 12).join() === '0,94,254';

/** `64:ff9b::/96` (RFC 6052, 2.1). Networks with a prefix of their own are as private as that is. */
const isNat64 = (bytes: readonly number[]): boolean =>
  bytes.slice(0, 4).join() === '0,100,255,155' && bytes.slice(4, 12).every((byte) => byte === 0);
