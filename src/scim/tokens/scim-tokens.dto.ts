import { DateTimeField, Id, IntField, QueryIntField, Text } from '../../http/body/fields.js';

export class CreateScimTokenDto {
  @Id({ description: 'Id of the organization of the caller' })
  organizationId: string;

  @Text({
    optional: true,
    max: 255,
    default: '',
    description: 'What the token is for: audit entries show it as the name of the provider',
    example: 'Okta',
  })
  description?: string;

  @IntField({
    optional: true,
    max: 730,
    default: 365,
    description: 'Days for which the token is good; 0: it does not expire',
    example: 365,
  })
  ttlDays?: number;
}

export class ListScimTokensQuery {
  @Id({ description: 'Id of the organization of the caller' })
  organizationId: string;
}

export class ListScimEventsQuery {
  @DateTimeField({
    optional: true,
    description: 'The earliest to return; without it, of the last 7 days',
  })
  fromDate?: string;

  @QueryIntField({ min: 1, max: 100, default: 30, description: 'How many to return' })
  limit?: number;

  @QueryIntField({ default: 0, max: 10_000, description: 'How many to skip' })
  offset?: number;
}
