import { hash } from 'node:crypto';
import type { OctetString } from 'asn1js';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Certificate, type GeneralSubtree, NameConstraints } from 'pkijs';
import { ofForeignBytes, readDer } from './der.js';
import { OIDS } from './extensions.js';
import type { AltNameKind, LeafContent } from './leaf-certificate.js';
import { hostOfUri } from './uri-host.js';
import { X509Problem } from './x509-problem.js';

type Name = LeafContent['altNames'][number];

/** Kinds of GeneralName that constraints are understood of (RFC 5280, 4.2.1.10). */
const KINDS: Readonly<Record<number, AltNameKind>> = {
  1: 'email',
  2: 'dns_name',
  6: 'uri',
  7: 'ip_address',
};

interface Bound {
  readonly kind: AltNameKind;
  readonly holds: (name: string, isExcluded: boolean) => boolean;
}

interface NameBounds {
  readonly permitted: readonly Bound[];
  readonly excluded: readonly Bound[];
}

const DAMAGED = 'The name constraints of an authority are damaged.';
/** Eight hundred constraints, as many as our authorities may have, of two elements each. */
const BOUNDS = { maxBytes: 256 * 1024, maxElements: 2_000 };
/** Certificates and constraints that are remembered. */
const REMEMBERED = 20_000;

const remembered = new LRUCache<string, NameBounds>({
  maxSize: REMEMBERED,
  sizeCalculation: ({ permitted, excluded }) => 1 + permitted.length + excluded.length,
});

/**
 * The names that a certificate of an authority keeps those below it from having: none where it allows all of them.
 * Throws X509Problem for constraints of a kind that is not understood.
 */
export function namesBeyond(authority: Buffer, names: readonly Name[]): Name[] {
  const { permitted, excluded } = constraintsOf(authority);
  return names.filter(({ type, value }) => {
    const allowing = permitted.filter(({ kind }) => kind === type);
    if (allowing.length > 0 && !allowing.some(({ holds }) => holds(value, false))) return true;
    return excluded.some(({ kind, holds }) => kind === type && holds(value, true));
  });
}

/** Reads those of a certificate once for many that are issued below it. */
function constraintsOf(der: Buffer): NameBounds {
  const name = hash('sha256', der, 'base64');
  const known = remembered.get(name);
  if (known) return known;
  const read = ofForeignBytes(DAMAGED, () => boundsOf(der));
  remembered.set(name, read);
  return read;
}

function boundsOf(der: Buffer): NameBounds {
  const { extensions = [] } = new Certificate({ schema: readDer(der, BOUNDS) });
  const found = extensions.find(({ extnID }) => extnID === OIDS.nameConstraints);
  if (!found) return { permitted: [], excluded: [] };
  const { parsedValue: constraints } = found;
  if (!(constraints instanceof NameConstraints)) throw new X509Problem(DAMAGED);
  return {
    permitted: (constraints.permittedSubtrees ?? []).map(boundOf),
    excluded: (constraints.excludedSubtrees ?? []).map(boundOf),
  };
}

function boundOf({ base }: GeneralSubtree): Bound {
  const kind = KINDS[base.type];
  if (!kind)
    throw new X509Problem('An authority has name constraints of a kind that is not understood.');
  if (kind === 'ip_address') return { kind, holds: inRange(base.value as OctetString) };
  const bound = String(base.value).toLowerCase();
  if (kind === 'dns_name')
    return { kind, holds: (name, isExcluded) => isBelow(name, bound, isExcluded) };
  if (kind === 'email') return { kind, holds: (name) => isMailOf(name, bound) };
  return { kind, holds: (name, isExcluded) => isUriOf(name, bound, isExcluded) };
}

/** A domain bounds itself and all below it. A wildcard is excluded as soon as one name that it stands for is. */
function isBelow(sent: string, bound: string, isExcluded: boolean): boolean {
  const name = sent.toLowerCase();
  const domain = bound.replace(/^\./, '');
  const isWithin = (inner: string, outer: string) => inner === outer || inner.endsWith(`.${outer}`);
  if (!name.startsWith('*.')) {
    if (domain === '') return true;
    return bound.startsWith('.') ? name.endsWith(bound) : isWithin(name, domain);
  }
  const parent = name.slice(2);
  return domain === '' || isWithin(parent, domain) || (isExcluded && isWithin(domain, parent));
}

function isMailOf(sent: string, bound: string): boolean {
  const at = sent.lastIndexOf('@');
  const host = sent.slice(at + 1).toLowerCase();
  if (!bound.includes('@')) return isHostOf(host, bound);
  return `${sent.slice(0, at).toLowerCase()}@${host}` === bound;
}

/** A URI whose host is no name is beyond every constraint (RFC 5280, 4.2.1.10). */
function isUriOf(sent: string, bound: string, isExcluded: boolean): boolean {
  const host = hostOfUri(sent);
  if (!host || host.startsWith('[') || ipaddr.isValid(host)) return isExcluded;
  return isHostOf(host, bound);
}

/** A host bounds itself alone; a domain with a dot before it, all below it. */
const isHostOf = (host: string, bound: string): boolean =>
  bound.startsWith('.') ? host.endsWith(bound) : host === bound;

/** The octets are the first address of the range, then its mask. */
function inRange({ valueBlock }: OctetString): Bound['holds'] {
  const octets = [...valueBlock.valueHexView];
  const half = octets.length / 2;
  return (name, isExcluded) => {
    // An IPv4 address is excluded however it is written.
    const address = (isExcluded ? ipaddr.process(name) : ipaddr.parse(name)).toByteArray();
    if (address.length !== half) return false;
    return address.every((byte, index) => {
      const mask = octets[half + index]!; // as long as the address
      return (byte & mask) === (octets[index]! & mask);
    });
  };
}
