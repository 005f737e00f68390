import { Email } from '../http/body/email.field.js';
import { Flag, Text, TextList } from '../http/body/fields.js';
import { Password } from '../http/body/password.field.js';

/** Long enough for every name there is; mail and lists show the first hundred characters. */
const MAX_NAME = 255;

export const OWN_AUTH_METHODS = ['email', 'oidc'] as const;

export class NamesDto {
  @Text({ max: MAX_NAME, example: 'Ann' })
  firstName: string;

  @Text({ max: MAX_NAME, optional: true, example: 'Example' })
  lastName?: string;
}

export class ChangePasswordDto {
  @Password()
  currentPassword: string;

  @Password({ isNew: true })
  newPassword: string;
}

export class MfaSwitchDto {
  @Flag({ description: 'Turned on by registering an authenticator app, not here' })
  isMfaEnabled: boolean;
}

export class AuthMethodsDto {
  /** Words beside the known ones are ways that the account does not have, whatever they are elsewhere. */
  @TextList({
    min: 1,
    max: 2,
    each: 16,
    form: { enum: [...OWN_AUTH_METHODS] },
    description:
      'Of `authMethods` of the account, those that stay: `email` (the password), `oidc` (providers)',
    example: ['email'],
  })
  authMethods: string[];
}

export class NewEmailDto {
  @Email()
  newEmail: string;
}

export class ConfirmEmailDto extends NewEmailDto {
  @Text({
    min: 6,
    max: 6,
    example: '123456',
    description: 'The code that was sent to the new address',
  })
  otp: string;
}

export class TotpDto {
  @Text({ min: 6, max: 6, example: '123456' })
  totp: string;
}
