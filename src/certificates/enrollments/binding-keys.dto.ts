import { DateTimeField, IntField, Text, TextList } from '../../http/body/fields.js';

const MAX_ACCOUNTS = 1_000_000;

export class CreateBindingKeyDto {
  @Text({ max: 64, example: 'web servers in Zürich', description: 'What it is called' })
  name: string;

  @IntField({
    ...{ optional: true, nullable: true, min: 1, max: MAX_ACCOUNTS, example: 1 },
    description: 'How many accounts it may bind; any number, if left out',
  })
  maxUses?: number | null;

  @DateTimeField({
    ...{ optional: true, nullable: true, example: '2036-11-21T12:00:00.000Z' },
    description: 'When it binds no further account, in the future; never, if left out',
  })
  expiresAt?: string | null;

  @TextList({
    ...{ optional: true, min: 1, max: 100, each: 255, example: ['*.example.org', '10.0.0.0/8'] },
    description:
      'Patterns of the names that its accounts may have, within the policy; `*` is any run of characters, an address may be a range. All that the policy allows, if left out',
  })
  allowedNames?: string[];
}
