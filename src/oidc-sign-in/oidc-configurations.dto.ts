import { Flag, Id, OneOf, QueryFlag, QueryIntField, Text } from '../http/body/fields.js';

const ORGANIZATION = { description: 'Id of the organization of the caller' };
const DISCOVERY = {
  min: 1,
  max: 2_048,
  example: 'https://login.example.org/.well-known/openid-configuration',
  description: 'The issuer, or the address of its metadata; https',
};
const CLIENT = {
  min: 1,
  max: 256,
  description: 'The client id at the provider',
  example: 'strongroom',
};
const SECRET = {
  min: 1,
  max: 1_024,
  trim: false,
  description: 'The client secret at the provider; it is never shown',
  example: 'a secret of the provider',
};
const ACTIVE = { optional: true, default: true, description: 'Whether people sign in by it' };
const JIT = {
  optional: true,
  default: false,
  description:
    'Whether people with a verified address in a verified domain become members by signing in',
};
const JIT_ROLE = { optional: true, default: 'member', description: 'The role that they then hold' };
const ROLES = ['member', 'no-access'] as const;
const TYPE = { optional: true, default: 'discoveryURL', offered: ['discoveryURL'] };

export class CreateOidcDto {
  @Id(ORGANIZATION)
  organizationId: string;

  @OneOf(['discoveryURL', 'custom'], TYPE)
  configurationType?: string;

  @Text(DISCOVERY)
  discoveryURL: string;

  @Text(CLIENT)
  clientId: string;

  @Text(SECRET)
  clientSecret: string;

  @Flag(ACTIVE)
  isActive?: boolean;

  @Flag(JIT)
  jitProvisioning?: boolean;

  @OneOf(ROLES, JIT_ROLE)
  jitRole?: (typeof ROLES)[number];
}

export class UpdateOidcDto {
  @Id(ORGANIZATION)
  organizationId: string;

  @OneOf(['discoveryURL', 'custom'], { optional: true, offered: ['discoveryURL'] })
  configurationType?: string;

  @Text({ ...DISCOVERY, optional: true })
  discoveryURL?: string;

  @Text({ ...CLIENT, optional: true })
  clientId?: string;

  @Text({
    ...SECRET,
    optional: true,
    description: 'Needed together with another discoveryURL or clientId',
  })
  clientSecret?: string;

  @Flag({ optional: true, description: ACTIVE.description })
  isActive?: boolean;

  @Flag({ optional: true, description: JIT.description })
  jitProvisioning?: boolean;

  @OneOf(ROLES, { optional: true, description: JIT_ROLE.description })
  jitRole?: (typeof ROLES)[number];
}

export class OidcQuery {
  @Id(ORGANIZATION)
  organizationId: string;
}

export class OidcLoginQuery {
  @Text({ min: 1, max: 64, description: 'Slug of the organization', example: 'example' })
  orgSlug: string;

  @QueryIntField({
    min: 1_024,
    max: 65_535,
    description:
      'Port of a program of this machine that waits for a token, as the page /login takes it',
    example: 49_152,
  })
  callbackPort?: number;
}

export class OidcFreshLoginQuery extends OidcLoginQuery {
  @QueryFlag({
    optional: true,
    description:
      'Whether the provider is to ask again who the person is, for what needs a fresh proof',
  })
  freshProof?: boolean;
}

export class LinkProviderDto {
  @Id({ description: 'Id of an organization of the person' })
  organizationId: string;
}

export class OidcLogoutQuery {
  @Text({ min: 1, max: 64, description: 'Slug of the organization', example: 'example' })
  orgSlug: string;
}

/** What a provider adds to the address (RFC 6749, 4.1.2; RFC 9207). It is looked at with the login that it answers. */
export class OidcCallbackQuery {
  @Text({
    optional: true,
    max: 4_096,
    description: 'What the tokens are asked for with',
    example: 'a-code',
  })
  code?: string;

  @Text({ optional: true, max: 512, description: 'The login that is answered', example: 'a-state' })
  state?: string;

  @Text({
    optional: true,
    max: 2_048,
    description: 'The issuer that answers',
    example: 'https://login.example.org',
  })
  iss?: string;

  @Text({
    optional: true,
    max: 512,
    description: 'Why the provider signed nobody in',
    example: 'access_denied',
  })
  error?: string;
}
