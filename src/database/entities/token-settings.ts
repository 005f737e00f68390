import { Column } from 'typeorm';
import { Dated } from './dated.js';

export interface TrustedIp {
  readonly ipAddress: string;
  readonly type: 'ipv4' | 'ipv6';
  readonly prefix?: number;
}

/** What the tokens of an authentication method may do. Times in seconds. */
export abstract class TokenSettings extends Dated {
  @Column('integer')
  accessTokenTtl: number;

  @Column('integer')
  accessTokenMaxTtl: number;

  /** 0: no limit. */
  @Column('integer')
  accessTokenNumUsesLimit: number;

  @Column('json')
  accessTokenTrustedIps: readonly TrustedIp[];
}
