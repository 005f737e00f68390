import { ApiProperty } from '@nestjs/swagger';
import { challengeName, type EmailDomainRecord } from './email-domains.repository.js';

export class EmailDomainView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ example: 'example.org' })
  domain: string;
  @ApiProperty({
    enum: ['pending', 'verified'],
    description: 'Only a verified domain says that an address in it belongs to the organization',
  })
  status: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the record was last seen',
  })
  verifiedAt: string | null;
  @ApiProperty({ description: 'Whether the admin of the instance vouched for it, without DNS' })
  isVouched: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class DomainRecordView {
  @ApiProperty({ enum: ['TXT'] })
  type: string;
  @ApiProperty({ example: '_strongroom.example.org' })
  name: string;
  @ApiProperty({ example: 'strongroom-domain=Jq3pJ2mXv0R6b1nq0C4H7w' })
  value: string;
}

export const presentEmailDomain = (row: EmailDomainRecord): EmailDomainView => ({
  id: row.id,
  orgId: row.orgId,
  domain: row.domain,
  status: row.isVerified ? 'verified' : 'pending',
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  isVouched: row.isVouched,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentDomainRecord = ({
  domain,
  challenge,
}: EmailDomainRecord): DomainRecordView => ({
  type: 'TXT',
  name: challengeName(domain),
  value: challenge,
});
