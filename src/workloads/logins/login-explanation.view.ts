import { ApiProperty } from '@nestjs/swagger';
import { Warning } from '../settings/warnings.js';
import { CHECKS } from './checks.js';

const HEADER = { alg: 'RS256', kid: 'key-1' };
const CLAIMS = { sub: 'repo:octo/app' };
const FACTS = { oidc: { claims: { team: 'payments' } } };
const FREE = { type: 'object', additionalProperties: true } as const;

class CheckStepView {
  @ApiProperty({ enum: CHECKS, enumName: 'WorkloadCheck', description: 'What is checked' })
  check: string;
  @ApiProperty({ description: 'The setting, claim or header that it is about', example: 'aud' })
  field: string;
  @ApiProperty({ description: 'Whether it passed' })
  ok: boolean;
  @ApiProperty({ description: 'What the settings ask for', example: 'https://github.com/octo' })
  expected: string;
  @ApiProperty({ description: 'What came, cut at 256 characters', example: 'strongroom' })
  actual: string;
  @ApiProperty({
    description: 'What would have to be different; empty for what passed',
    example: 'aud: the token was made for another audience.',
  })
  hint: string;
}

class ShownTokenView {
  @ApiProperty({ ...FREE, description: 'As it was sent', example: HEADER })
  header: object;
  @ApiProperty({ ...FREE, description: 'Without `jti`', example: CLAIMS })
  claims: object;
}

class WouldIssueView {
  @ApiProperty({ type: 'integer', description: 'Seconds', example: 7_200 })
  ttl: number;
  @ApiProperty({ type: 'integer', description: 'Seconds; 0: no bound', example: 2_592_000 })
  maxTTL: number;
  @ApiProperty({ ...FREE, description: 'What rules find under `identity.auth`', example: FACTS })
  facts: object;
}

/** What a login would be answered, and why. */
export class LoginExplanationView {
  @ApiProperty()
  allowed: boolean;
  @ApiProperty({ type: [CheckStepView], description: 'In the order in which they were made' })
  steps: CheckStepView[];
  @ApiProperty({
    type: ShownTokenView,
    nullable: true,
    description: 'Null for what is no token',
    example: { header: HEADER, claims: CLAIMS },
  })
  token: ShownTokenView | null;
  @ApiProperty({
    type: WouldIssueView,
    nullable: true,
    description: 'Null where it is refused',
    example: { ttl: 7_200, maxTTL: 2_592_000, facts: FACTS },
  })
  wouldIssue: WouldIssueView | null;
  @ApiProperty({ type: [Warning] })
  warnings: Warning[];
}
