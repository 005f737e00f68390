import { ApiProperty } from '@nestjs/swagger';
import { ORDER_STATUSES } from './orders/order.js';

const BASE =
  'https://vault.example.org/api/v1/pki/acme/profiles/0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3c';
const WHEN = '2026-11-30T12:00:00Z';

const Url = (path: string, description: string, required = true) =>
  ApiProperty({ format: 'uri', example: `${BASE}/${path}`, description, required });

export class AcmeMetaView {
  @ApiProperty({ description: 'Whether a new account needs an external account binding' })
  externalAccountRequired: boolean;
  @ApiProperty({
    type: Object,
    example: { 'web-servers': 'Web servers of the shop' },
    description: 'The profile of the directory, which orders may name: its slug, and what it says',
  })
  profiles: Readonly<Record<string, string>>;
  @ApiProperty({
    required: false,
    type: [String],
    example: ['ca.example.org'],
    description: 'Names by which CAA records mean the authority, where they are asked for',
  })
  caaIdentities?: readonly string[];
}

export class AcmeDirectoryView {
  @Url('new-nonce', 'Where nonces are')
  newNonce: string;
  @Url('new-account', 'Where accounts are registered')
  newAccount: string;
  @Url('new-order', 'Where certificates are ordered')
  newOrder: string;
  @Url('revoke-cert', 'Where certificates are revoked')
  revokeCert: string;
  @Url('renewal-info', 'Below which it is said when certificates should be renewed')
  renewalInfo: string;
  @Url('key-change', 'Where an account gets another key')
  keyChange: string;
  @ApiProperty({ type: () => AcmeMetaView, description: 'What holds for all of the directory' })
  meta: AcmeMetaView;
}

export class AcmeAccountView {
  @ApiProperty({ enum: ['valid', 'deactivated'], description: 'Whether it may be used' })
  status: string;
  @ApiProperty({
    type: [String],
    example: ['mailto:ops@example.org'],
    description: 'Mail addresses, which nothing is sent to',
  })
  contact: readonly string[];
  @Url(`accounts/${ID}/orders`, 'Where its orders are')
  orders: string;
  @ApiProperty({ required: false, description: 'Whether it agreed to terms' })
  termsOfServiceAgreed?: boolean;
  @ApiProperty({
    required: false,
    type: Object,
    example: { protected: 'eyJhbGciOiJIUzI1NiJ9', payload: 'e30', signature: 'RZPOnYoPs1PhjszF' },
    description: 'The external account binding as it was sent',
  })
  externalAccountBinding?: object;
}

export class AcmeIdentifierView {
  @ApiProperty({ enum: ['dns', 'ip'], description: 'The kind of name' })
  type: string;
  @ApiProperty({ example: 'www.example.org', description: 'The name' })
  value: string;
}

const Error = (description: string) =>
  ApiProperty({
    required: false,
    type: Object,
    example: {
      type: 'urn:ietf:params:acme:error:connection',
      detail: 'http-01 for www.example.org: there was no answer in time.',
      status: 400,
    },
    description,
  });

export class AcmeOrderView {
  @ApiProperty({ enum: ORDER_STATUSES, description: 'How far it is' })
  status: string;
  @ApiProperty({ format: 'date-time', example: WHEN, description: 'When it is over' })
  expires: string;
  @ApiProperty({ type: () => [AcmeIdentifierView], description: 'The names that it is for' })
  identifiers: readonly AcmeIdentifierView[];
  @ApiProperty({
    required: false,
    format: 'date-time',
    example: WHEN,
    description: 'When the certificate should begin',
  })
  notBefore?: string;
  @ApiProperty({
    required: false,
    format: 'date-time',
    example: WHEN,
    description: 'When the certificate should end',
  })
  notAfter?: string;
  @ApiProperty({
    type: [String],
    example: [`${BASE}/authorizations/${ID}`],
    description: 'What it needs, one for each name',
  })
  authorizations: readonly string[];
  @Url(`orders/${ID}/finalize`, 'Where the signing request goes')
  finalize: string;
  @Url(`orders/${ID}/certificate`, 'Where the certificate is, once there is one', false)
  certificate?: string;
  @ApiProperty({ example: 'web-servers', description: 'The profile by which it is issued' })
  profile: string;
  @Error('Why it is invalid')
  error?: object;
  @ApiProperty({
    required: false,
    example: 'aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE',
    description: 'Which certificate it is to replace, by AKI and serial number (RFC 9773)',
  })
  replaces?: string;
}

export class AcmeOrderListView {
  @ApiProperty({
    type: [String],
    example: [`${BASE}/orders/${ID}`],
    description: 'Up to 50, the newest first',
  })
  orders: readonly string[];
}

export class AcmeChallengeView {
  @ApiProperty({ example: 'http-01', description: 'How the name is proved' })
  type: string;
  @Url(`authorizations/${ID}/challenges/${ID}`, 'Where the client says that it is met')
  url: string;
  @ApiProperty({
    enum: ['pending', 'processing', 'valid', 'invalid'],
    description: 'How far it is',
  })
  status: string;
  @ApiProperty({
    example: 'LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0',
    description: 'What the answer is made from',
  })
  token: string;
  @ApiProperty({
    required: false,
    format: 'date-time',
    example: WHEN,
    description: 'When it was found to be met',
  })
  validated?: string;
  @Error('Why it is not met')
  error?: object;
}

export class AcmeAuthorizationView {
  @ApiProperty({ type: () => AcmeIdentifierView, description: 'The name, without `*.`' })
  identifier: AcmeIdentifierView;
  @ApiProperty({
    enum: ['pending', 'valid', 'invalid', 'deactivated', 'expired'],
    description: 'Whether the name is proved',
  })
  status: string;
  @ApiProperty({ format: 'date-time', example: WHEN, description: 'When it is over' })
  expires: string;
  @ApiProperty({
    type: () => [AcmeChallengeView],
    description: 'Ways to prove the name, one of which is enough',
  })
  challenges: readonly AcmeChallengeView[];
  @ApiProperty({ required: false, description: 'That the name is a wildcard' })
  wildcard?: boolean;
}

export class AcmeRenewalWindowView {
  @ApiProperty({ format: 'date-time', example: WHEN, description: 'When it begins' })
  start: string;
  @ApiProperty({
    format: 'date-time',
    example: '2026-12-07T12:00:00Z',
    description: 'When it ends',
  })
  end: string;
}

export class AcmeRenewalInfoView {
  @ApiProperty({
    type: () => AcmeRenewalWindowView,
    description: 'A time at random within it is the one to renew at; one that is over means now',
  })
  suggestedWindow: AcmeRenewalWindowView;
}
