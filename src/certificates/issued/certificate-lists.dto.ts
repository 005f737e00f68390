import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  Checked,
  DateTimeField,
  Id,
  IntField,
  ListOf,
  OneOf,
  QueryIntField,
  QueryOffset,
  Text,
  TextList,
} from '../../http/body/fields.js';
import { AmongOf } from '../policies/policies.dto.js';
import { CertificateMetadataDto } from './certificates.dto.js';
import type { CertificateStatus } from './certificate.js';

const STATUSES = ['active', 'expired', 'revoked'] as const;

const OfApplication = () =>
  Id({ optional: true, description: 'Those that were got through this application alone' });

const OrderBy = () =>
  OneOf(['notAfter'], {
    ...{ optional: true, example: 'notAfter' },
    description: '`notAfter`: those that end first; the newest first, if left out',
  });

const FriendlyName = () =>
  Text({
    ...{ optional: true, max: 255, example: 'web shop' },
    description: 'Those with this friendly name alone; certificates that were made here have none',
  });

const FromDate = () =>
  DateTimeField({ optional: true, description: 'Those that end then or later' });

const ToDate = () => DateTimeField({ optional: true, description: 'Those that end before' });

const PROFILE_IDS = {
  ...{ optional: true, max: 100, description: 'Those of these profiles alone' },
  example: ['0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'],
} as const;

/** Given more than once, or split by commas. */
const QueryProfileIds = () =>
  applyDecorators(
    TextList(PROFILE_IDS),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
      const ids = parts.flatMap((each) => (typeof each === 'string' ? each.split(',') : [each]));
      const named = ids.filter((id) => id !== '');
      return named.length > 0 ? named : undefined;
    }),
  );

const PAIR = String.raw`key=[^,|]{1,255},value=[^|]{0,1024}`;
const PAIRS = new RegExp(`^${PAIR}([|]${PAIR}){0,19}$`);

const QueryMetadata = () =>
  Checked(
    { type: 'string', pattern: PAIRS.source },
    (value) =>
      typeof value === 'string' && PAIRS.test(value)
        ? null
        : 'must be of the form key=team,value=platform, and split by | if there are several, 20 at most',
    {
      ...{ optional: true, example: 'key=team,value=platform' },
      description: 'Those with all of these pairs, split by `|`',
    },
  );

export class CertificatePageQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 25 })
  limit: number = 25;
}

export class ListCertificatesQuery extends CertificatePageQuery {
  @Text({ optional: true, max: 128, description: 'What stands in a name or the serial number' })
  search?: string;

  @Text({ optional: true, max: 64, example: 'api.example.org' })
  commonName?: string;

  @OneOf(STATUSES, { optional: true, example: 'active' })
  status?: CertificateStatus;

  @QueryProfileIds()
  profileIds?: string[];

  @OfApplication()
  applicationId?: string;

  @FriendlyName()
  friendlyName?: string;

  @FromDate()
  fromDate?: string;

  @ToDate()
  toDate?: string;

  @QueryMetadata()
  metadata?: string;

  @OrderBy()
  orderBy?: 'notAfter';
}

export class SearchCertificatesDto {
  @IntField({ optional: true, default: 0 })
  offset: number = 0;

  @IntField({ optional: true, min: 1, max: 100, default: 25 })
  limit: number = 25;

  @Text({ optional: true, max: 128, description: 'What stands in a name or the serial number' })
  search?: string;

  @Text({ optional: true, max: 64, example: 'api.example.org' })
  commonName?: string;

  @AmongOf(STATUSES, 'Those of these states alone')
  status?: CertificateStatus[];

  @TextList(PROFILE_IDS)
  profileIds?: string[];

  @OfApplication()
  applicationId?: string;

  @FriendlyName()
  friendlyName?: string;

  @FromDate()
  fromDate?: string;

  @ToDate()
  toDate?: string;

  @OrderBy()
  orderBy?: 'notAfter';

  @ListOf(() => CertificateMetadataDto, { optional: true, max: 20 })
  metadata?: CertificateMetadataDto[];
}
