import { Flag, IntField } from '../../http/body/fields.js';

export class ApiEnrollmentDto {
  @Flag({
    optional: true,
    example: false,
    description: 'Certificates are not renewed by themselves: true is refused (400)',
  })
  autoRenew?: boolean;

  @IntField({
    ...{ optional: true, nullable: true, min: 1, max: 30, example: 10 },
    description: 'Kept for clients, which renew so long before the end',
  })
  renewBeforeDays?: number | null;
}
