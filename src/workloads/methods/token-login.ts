import { Id, Text } from '../../http/body/fields.js';

export class WorkloadLoginDto {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Text({ optional: true, max: 256, description: 'Refuses identities of other organizations' })
  organizationSlug?: string;
}

/** A login with a token of an issuer. */
export class TokenLoginDto extends WorkloadLoginDto {
  @Text({ min: 1, max: 16_384, trim: false, description: 'The token of the issuer' })
  jwt: string;
}
