import { isIP } from 'node:net';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { TrustedIp } from '../database/entities/token-settings.js';
import { Checked } from '../http/body/fields.js';

const PREFIX = /^(0|[1-9]\d{0,2})$/;

/** An address, or a network such as `10.0.0.0/8`. Null for anything else; a zone index names no network. */
export function parseNetwork(text: string): TrustedIp | null {
  const [ipAddress = '', prefix, ...rest] = text.trim().split('/');
  const family = isIP(ipAddress);
  if (family === 0 || ipAddress.includes('%') || rest.length > 0) return null;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) return { ipAddress, type };
  const isPrefix = PREFIX.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
  return isPrefix ? { ipAddress, type, prefix: Number(prefix) } : null;
}

const problem = (value: unknown): string | null =>
  typeof value === 'string' && parseNetwork(value)
    ? null
    : 'should be an IP address or a network such as 10.0.0.0/8';

export class TrustedIpDto {
  @Checked({ type: 'string', minLength: 2, maxLength: 64 }, problem, {
    example: '10.0.0.0/8',
    description: 'An IPv4 or IPv6 address, or a network such as `10.0.0.0/8`',
  })
  ipAddress: string;
}

export class TrustedIpView {
  @ApiProperty({ example: '10.0.0.0' })
  ipAddress: string;
  @ApiProperty({ enum: ['ipv4', 'ipv6'] })
  type: string;
  @ApiPropertyOptional({ type: 'integer', example: 8 })
  prefix?: number;
}

export const ANYWHERE: readonly TrustedIp[] = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];

/** Returns the networks to store for a validated list; undefined where none was sent. */
export const toTrustedIps = (list?: readonly TrustedIpDto[]): TrustedIp[] | undefined =>
  list?.map(({ ipAddress }) => parseNetwork(ipAddress)).filter((network) => network !== null);

export const presentTrustedIps = (list: readonly TrustedIp[]): TrustedIpView[] =>
  list.map(({ ipAddress, type, prefix }) => ({
    ipAddress,
    type,
    ...(prefix === undefined ? {} : { prefix }),
  }));
