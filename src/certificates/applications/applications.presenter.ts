import { ApiProperty } from '@nestjs/swagger';
import type { ApplicationChanges, ApplicationDraft, ApplicationRecord } from './application.js';
import type { AttachmentRecord } from './application.js';
import type { CreateApplicationDto, UpdateApplicationDto } from './applications.dto.js';

const uuidOrNull = { type: String, nullable: true, format: 'uuid' } as const;

export class ApplicationView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ example: 'web shop', description: 'What it is called' })
  name: string;
  @ApiProperty({ type: String, nullable: true, example: 'The shop and what is behind it' })
  description: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class AttachedProfileView {
  @ApiProperty({ format: 'uuid' })
  applicationId: string;
  @ApiProperty({ format: 'uuid' })
  profileId: string;
  @ApiProperty({ example: 'web-servers', description: 'The slug of the profile' })
  profileSlug: string;
  @ApiProperty({
    ...{ type: String, nullable: true, example: 'Internal web servers' },
    description: 'The description of the profile',
  })
  profileDescription: string | null;
  @ApiProperty({ ...uuidOrNull, description: 'Id of its enrollment by API; null for none' })
  apiConfigId: string | null;
  @ApiProperty({ ...uuidOrNull, description: 'Id of its enrollment by ACME; null for none' })
  acmeConfigId: string | null;
  @ApiProperty({ ...uuidOrNull, example: null, description: 'Null: EST is not offered' })
  estConfigId: string | null;
  @ApiProperty({ ...uuidOrNull, example: null, description: 'Null: SCEP is not offered' })
  scepConfigId: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export function presentApplication(application: ApplicationRecord): ApplicationView {
  const { id, projectId, name, description, createdAt, updatedAt } = application;
  return {
    ...{ id, projectId, name, description },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

export function presentAttached(attachment: AttachmentRecord): AttachedProfileView {
  const { applicationId, profileId, profileSlug, profileDescription } = attachment;
  const { apiId, acmeId, createdAt, updatedAt } = attachment;
  return {
    ...{ applicationId, profileId, profileSlug, profileDescription },
    ...{ apiConfigId: apiId, acmeConfigId: acmeId, estConfigId: null, scepConfigId: null },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

export const applicationDraftOf = (dto: CreateApplicationDto): ApplicationDraft => ({
  name: dto.name,
  description: dto.description ?? null,
  profileIds: dto.profileIds ?? [],
});

/** The settings that a request names; the others stay. */
export const applicationChangesOf = ({
  name,
  description,
}: UpdateApplicationDto): ApplicationChanges => ({
  ...(name === undefined ? {} : { name }),
  ...(description === undefined ? {} : { description }),
});
