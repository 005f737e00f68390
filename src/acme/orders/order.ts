import type { Identifier } from './identifiers.js';

export const ORDER_STATUSES = ['pending', 'ready', 'valid', 'invalid'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderRecord {
  readonly id: string;
  readonly accountId: string;
  /** By the database's clock. */
  readonly status: OrderStatus;
  readonly identifiers: readonly Identifier[];
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly expiresAt: Date;
  readonly error: object | null;
  readonly certificateId: string | null;
  readonly replaces: string | null;
  /** In the order of the names. */
  readonly authorizationIds: readonly string[];
}

/** The ways to prove a name. */
export const CHALLENGE_TYPES = ['http-01', 'dns-01', 'tls-alpn-01'] as const;

export type ChallengeType = (typeof CHALLENGE_TYPES)[number];

export interface ChallengeRecord {
  readonly id: string;
  readonly type: string;
  readonly token: string;
  readonly status: 'pending' | 'processing' | 'valid' | 'invalid';
  readonly error: object | null;
  readonly validatedAt: Date | null;
}

export interface AuthorizationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly type: 'dns' | 'ip';
  /** Without `*.`. */
  readonly value: string;
  readonly isWildcard: boolean;
  /** By the database's clock. */
  readonly status: 'pending' | 'valid' | 'invalid' | 'deactivated' | 'revoked' | 'expired';
  readonly expiresAt: Date;
  readonly challenges: readonly ChallengeRecord[];
}
