import { Text } from '../../http/body/fields.js';

export class ScimDiscoveryQuery {
  @Text({
    optional: true,
    max: 4096,
    description: 'Refused (403): RFC 7644 4 forbids it here',
    example: 'id pr',
  })
  filter?: string;
}
