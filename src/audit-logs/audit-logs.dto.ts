import { Id, QueryIntField, Text, DateTimeField } from '../http/body/fields.js';

export class AuditLogsQuery {
  @Id({ optional: true })
  projectId?: string;

  @Id({ optional: true, description: 'The id of the identity that did it' })
  actor?: string;

  @Text({
    optional: true,
    min: 1,
    max: 1024,
    description: 'Actions, split by commas',
    example: 'secret.read,secret.update',
  })
  eventType?: string;

  @Text({ optional: true, min: 1, max: 512, description: 'The name of a secret' })
  secretKey?: string;

  @Text({ optional: true, min: 1, max: 1024, description: 'The path of a folder, exactly' })
  secretPath?: string;

  @DateTimeField({ optional: true, description: 'Entries of this moment and later' })
  startDate?: string;

  @DateTimeField({ optional: true, description: 'Entries before this moment' })
  endDate?: string;

  @QueryIntField({ min: 1, max: 1_000, default: 25 })
  limit = 25;

  @Text({ optional: true, min: 1, max: 256, description: 'From `nextCursor` of the page before' })
  cursor?: string;
}
