import { invalid } from '../errors/api-error.js';
import { Flag, Id, IntField, ListOf, Nested, OneOf } from '../http/body/fields.js';
import type { MatrixOrder } from './access-matrix.service.js';
import {
  AskedDto,
  AtMoment,
  FORMS_OF_CHANGE,
  namedHolderOf,
  PlannedChangeDto,
  plannedChangeOf,
  toQuestions,
} from './permission-queries.dto.js';

const QUESTION = {
  ...{ subject: 'secrets', action: 'readValue' },
  attributes: { environment: 'prod', secretPath: '/apps/web', secretName: 'DB_URL' },
};

export class OwnPermissionsDto {
  @ListOf(() => AskedDto, {
    ...{ min: 1, max: 200, example: [QUESTION] },
    description: 'What the caller may do',
  })
  questions: AskedDto[];

  toQuestions() {
    return toQuestions(this.questions);
  }
}

export class PermissionMatrixDto {
  @ListOf(() => AskedDto, {
    ...{ min: 1, max: 50, example: [QUESTION] },
    description: 'The columns: one cell each, in this order',
  })
  questions: AskedDto[];

  @AtMoment()
  at?: string;

  @Id({ optional: true, description: 'Only this machine identity' })
  identityId?: string;

  @Id({ optional: true, description: 'Only this person' })
  userId?: string;

  @Nested(() => PlannedChangeDto, {
    optional: true,
    description: `Shows each cell after a change too, for those whom it concerns: ${FORMS_OF_CHANGE}`,
    example: { roleSlug: 'deployer', permissions: [{ subject: 'secrets', action: ['readValue'] }] },
  })
  change?: PlannedChangeDto;

  @OneOf(['all', 'allowed', 'changed'], {
    ...{ optional: true, default: 'all' },
    description:
      '`allowed`: only who may do something of what is asked; `changed`: only who gains or loses some of it by the change',
  })
  show?: 'all' | 'allowed' | 'changed';

  @IntField({ optional: true, default: 0 })
  offset: number = 0;

  @IntField({ optional: true, min: 1, max: 100, default: 50 })
  limit: number = 50;

  @Flag({
    optional: true,
    default: false,
    description:
      'Also the service tokens of the project, on the first page: `serviceTokens`. Not with a change or one member',
  })
  includeServiceTokens = false;

  /** Throws 422 for questions and changes that are none. */
  toOrder(): MatrixOrder {
    const { identityId, userId, change, show = 'all', offset, limit, at } = this;
    const isAboutOne = identityId !== undefined || userId !== undefined;
    if (isAboutOne && change) throw refused('identityId', 'A change says itself whom it concerns.');
    const { includeServiceTokens } = this;
    if (includeServiceTokens && (isAboutOne || change))
      throw refused('includeServiceTokens', 'Ask for service tokens beside all members alone.');
    if (show === 'changed' && !change) throw refused('show', 'Nobody changes without a change.');
    return {
      questions: toQuestions(this.questions),
      ...{ show, offset, limit, includeServiceTokens },
      ...(at === undefined ? {} : { at: new Date(at) }),
      ...(isAboutOne ? { holder: namedHolderOf(this, []) } : {}),
      ...(change ? { change: plannedChangeOf(change) } : {}),
    };
  }
}

const refused = (field: string, message: string) =>
  invalid([{ code: 'invalid_value', path: [field], message }]);
