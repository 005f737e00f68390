import { Email } from '../http/body/email.field.js';
import { Password } from '../http/body/password.field.js';
import { Id, OneOf, Text } from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';

export class PasswordLoginDto {
  @Email()
  email: string;

  @Password()
  password: string;
}

export class SelectOrganizationDto {
  @Id()
  organizationId: string;

  @OneOf(['cli'], {
    optional: true,
    description:
      'From the page of the login: the token is handed to a program, which cannot refresh it',
  })
  userAgent?: 'cli';
}

export class VerifyMfaDto {
  @Email({ optional: true })
  email?: string;

  @Text({
    min: 6,
    max: 64,
    example: '123456',
    description: 'A code of the app, or a recovery code',
  })
  mfaToken: string;

  @OneOf(['totp'], { optional: true })
  mfaMethod?: string;
}

export class RecoveryCodeDto {
  @Text({ min: 8, max: 64, example: 'abcde-fghij-klmno-pqrst-uvwxy-z' })
  recoveryCode: string;
}

@HasForms({ required: ['password'] }, { required: ['totp'] })
export class ReauthenticateDto {
  @Password({ optional: true })
  password?: string;

  @Text({ min: 6, max: 6, optional: true, example: '123456' })
  totp?: string;
}
