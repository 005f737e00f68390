import { Id, QueryIntField, QueryOffset, Text, TextList } from '../../http/body/fields.js';

const PROJECT = {
  optional: true,
  description: 'The certificate project of the organization, if left out',
} as const;

const DESCRIPTION = {
  ...{ optional: true, nullable: true, max: 255, example: 'The shop and what is behind it' },
} as const;

const PROFILES = {
  max: 100,
  each: 256,
  example: ['0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'],
} as const;

export class CreateApplicationDto {
  @Text({ min: 1, max: 64, example: 'web shop', description: 'What it is called' })
  name: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @TextList({ ...PROFILES, optional: true, description: 'Profiles that are attached to it' })
  profileIds?: string[];

  @Id(PROJECT)
  projectId?: string;
}

export class UpdateApplicationDto {
  @Text({ optional: true, min: 1, max: 64, example: 'web shop', description: 'What it is called' })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

export class AttachProfilesDto {
  @TextList({ ...PROFILES, min: 1, description: 'Profiles of the same project' })
  profileIds: string[];
}

export class ApplicationProjectQuery {
  @Id(PROJECT)
  projectId?: string;
}

export class ListApplicationsQuery extends ApplicationProjectQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 20 })
  limit: number = 20;

  @Text({ optional: true, max: 64, description: 'What stands somewhere in the name' })
  search?: string;
}
