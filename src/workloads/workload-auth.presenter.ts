import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { MadeServiceTokens } from '../credentials/made-service-tokens.js';
import type { WorkloadAuth } from '../database/entities/workload-auth.entity.js';
import { presentTrustedIps, TrustedIpView } from '../identities/trusted-ips.js';
import { shownLogin } from './logins/shown-login.js';
import type { WorkloadMethod } from './methods/method.js';
import { Warning, warning } from './settings/warnings.js';

const WHOLE = { type: 'integer', minimum: 0 } as const;
const LOGIN = { type: 'object', additionalProperties: true } as const;

const WHERE = { time: '2026-11-21T12:00:00.000Z', address: '203.0.113.7' };
const LAST_LOGIN = { ...WHERE, method: 'kubernetes-auth', sub: 'system:serviceaccount:shop:api' };
const LAST_FAILURE = { ...WHERE, reason: 'audience', count: 3 };

/** What the answers of all methods hold. */
export class WorkloadAuthView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty(WHOLE)
  accessTokenTTL: number;
  @ApiProperty(WHOLE)
  accessTokenMaxTTL: number;
  @ApiProperty(WHOLE)
  accessTokenNumUsesLimit: number;
  @ApiProperty({ type: [TrustedIpView] })
  accessTokenTrustedIps: TrustedIpView[];
  @ApiProperty({ type: [Warning] })
  warnings: Warning[];
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Who attached it' })
  attachedBy: string | null;
  @ApiPropertyOptional({
    ...LOGIN,
    description: 'Time, address and claims of the last login, for who may have one explained',
    example: LAST_LOGIN,
  })
  lastLogin?: object;
  @ApiPropertyOptional({
    ...LOGIN,
    description:
      'Time, address, check and number of the last refusals, for who may have one explained',
    example: LAST_FAILURE,
  })
  lastFailure?: object;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export type WorkloadAuthRow = Omit<WorkloadAuth, 'identity'>;

/** A row as a caller may see it. */
export interface ShownAuth {
  readonly row: WorkloadAuthRow;
  /** Warnings of what was tried just now, beside those of the settings. */
  readonly tried?: readonly Warning[];
  /** What last went wrong; null where nothing did, or where it is not shown. */
  readonly lastFailure?: object | null;
  /** The service tokens of its logins that a change ended with them. */
  readonly made?: MadeServiceTokens;
  /** Whether the caller manages the identity's ways to sign in, as `explain` asks. */
  readonly showsLogins: boolean;
}

const A_DAY = 86_400;

export function presentWorkloadAuth(method: WorkloadMethod, shown: ShownAuth): WorkloadAuthView {
  const { row, tried = [], showsLogins, lastFailure = null } = shown;
  const { lastLogin } = row;
  return {
    id: row.id,
    identityId: row.identityId,
    ...(method.present?.(row.settings, row.sealedToken !== null) ?? row.settings),
    accessTokenTTL: row.accessTokenTtl,
    accessTokenMaxTTL: row.accessTokenMaxTtl,
    accessTokenNumUsesLimit: row.accessTokenNumUsesLimit,
    accessTokenTrustedIps: presentTrustedIps(row.accessTokenTrustedIps),
    warnings: [...warningsOf(method, row), ...tried],
    attachedBy: row.makers[0] ?? null,
    ...(showsLogins && lastLogin ? { lastLogin: withTime(lastLogin, row.lastLoginAt) } : {}),
    ...(showsLogins && lastFailure ? { lastFailure } : {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What is risky about a row. */
export function warningsOf(
  method: WorkloadMethod,
  { settings, accessTokenTtl }: Pick<WorkloadAuthRow, 'settings' | 'accessTokenTtl'>,
): Warning[] {
  const isLong = accessTokenTtl > A_DAY ? [warning('long-ttl')] : [];
  return [...method.warningsOf(settings), ...isLong];
}

const withTime = (login: object, at: Date | null): object => ({
  time: at?.toISOString() ?? null,
  // Rows of an older version may hold more.
  ...shownLogin(login),
});
