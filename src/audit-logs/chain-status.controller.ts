import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { AccessService } from '../access/access.service.js';
import { isSameMac } from '../audit/chain/chain-keys.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { Checked } from '../http/body/fields.js';
import { type ChainMark, ChainStatusRepository } from './chain-status.repository.js';

const CHECKPOINT = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

export class ChainStatusQuery {
  @Checked(
    { type: 'string', pattern: CHECKPOINT.source },
    (value) =>
      typeof value === 'string' && CHECKPOINT.test(value)
        ? null
        : 'must be a number and a MAC of 64 hexadecimal digits, split by a colon',
    {
      optional: true,
      description: 'A record that was noted elsewhere, as the log of the server has checkpoints',
      example: `1200:${'4e2f'.repeat(16)}`,
    },
  )
  checkpoint?: string;
}

class ChainMarkView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1200 })
  number: number;
  @ApiProperty({
    example: '4e2f'.repeat(16),
    description: 'HMAC-SHA-256, in hexadecimal digits, over the record and the one before it',
  })
  mac: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'When it was written' })
  createdAt?: string;
}

class ComparedCheckpointView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1200 })
  number: number;
  @ApiProperty({
    enum: ['fits', 'contradicts', 'not-there'],
    description:
      'Whether the chain has this MAC at this number, or another one, or does not go so far. All but `fits` means that entries were changed or cut off, or that the note is of another organization or server',
  })
  verdict: 'fits' | 'contradicts' | 'not-there';
}

export class ChainStatusView {
  @ApiPropertyOptional({ description: 'The last record of the chain; absent while there is none' })
  linkedUpTo?: ChainMarkView;
  @ApiPropertyOptional({
    description: 'The last record that was also written to the log of the server',
  })
  lastCheckpoint?: ChainMarkView;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Entries that have no place in the chain yet; counted up to 100,000',
  })
  waiting: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Entries among them without a seal: no server of this version has written them',
  })
  withoutSeal: number;
  @ApiPropertyOptional({ description: 'What became of the record that was asked for' })
  checkpoint?: ComparedCheckpointView;
}

@ApiTags('Audit log')
@Controller('v1/organization/audit-logs/chain')
export class ChainStatusController {
  constructor(
    private readonly access: AccessService,
    private readonly chain: ChainStatusRepository,
  ) {}

  @Get()
  @Answers('Tells how far the chain of the audit log goes', ChainStatusView)
  async get(
    @CurrentActor() actor: Actor,
    @Query() { checkpoint }: ChainStatusQuery,
  ): Promise<ChainStatusView> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'audit-logs');
    const { head, checkpoint: last, waiting, withoutSeal } = await this.chain.find(orgId);
    return {
      ...(head ? { linkedUpTo: present(head) } : {}),
      ...(last ? { lastCheckpoint: present(last) } : {}),
      ...{ waiting, withoutSeal },
      ...(checkpoint === undefined ? {} : { checkpoint: await this.compare(orgId, checkpoint) }),
    };
  }

  private async compare(orgId: string, checkpoint: string): Promise<ComparedCheckpointView> {
    const [, digits, mac] = CHECKPOINT.exec(checkpoint)!; // the query was validated
    const number = Number(digits);
    const stored = await this.chain.macAt(orgId, number);
    if (!stored) return { number, verdict: 'not-there' };
    const fits = isSameMac(stored, Buffer.from(mac!, 'hex'));
    return { number, verdict: fits ? 'fits' : 'contradicts' };
  }
}

const present = ({ number, mac, at }: ChainMark): ChainMarkView => ({
  number,
  mac: mac.toString('hex'),
  ...(at ? { createdAt: at.toISOString() } : {}),
});
