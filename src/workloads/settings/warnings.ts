import { ApiProperty } from '@nestjs/swagger';

const TEXTS = {
  'no-audience':
    'Any audience is accepted: a token that was made for another service logs in here.',
  'wide-subject':
    'A pattern of the subject ends in a wildcard at once: more may fit than is meant.',
  'star-stops':
    'A single * stays within its part, and parts end at / and at :. Use ** for any number of parts.',
  'mutable-name':
    'A repository or project is bound by its name alone, which somebody else may come to own. Bind its id too.',
  'fork-claims':
    'In pipelines of merge requests from forks, the claims project_* name the fork. Bind project_id or namespace_id.',
  'namespace-only': 'Every service account of the namespaces is accepted.',
  'any-issuer': 'Any issuer is accepted whose token was signed with one of the keys.',
  'long-ttl': 'Tokens live for longer than a day; a job of a pipeline ends within minutes.',
  'offline-review':
    'Tokens are checked without the cluster: a service account that was deleted stays valid until its token ends.',
  'tenant-wide': 'Every principal of an account, or every role or user of it, is accepted.',
  'issuer-unreachable': 'The issuer gave no usable answer just now. Logins need it.',
  'not-tried':
    'Too many settings were written within a minute to try each at once. The first login will tell.',
  'address-closed':
    'The host lies in a private network that the operator has not opened (OUTGOING_ALLOWED_NETWORKS). Logins need it.',
} as const;

export type WarningCode = keyof typeof TEXTS;

export class Warning {
  @ApiProperty({ enum: Object.keys(TEXTS), enumName: 'WorkloadWarningCode' })
  code: string;
  @ApiProperty()
  message: string;
}

export const warning = (code: WarningCode): Warning => ({ code, message: TEXTS[code] });
