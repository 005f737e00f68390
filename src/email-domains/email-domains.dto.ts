import { Domain } from '../http/body/domain.field.js';
import { Flag } from '../http/body/fields.js';

export class ClaimDomainDto {
  @Domain()
  domain: string;
}

export class VerifyDomainDto {
  @Flag({
    optional: true,
    default: false,
    description: 'The admin of the instance vouches for the domain: no record is looked for',
  })
  withoutDns?: boolean;
}
