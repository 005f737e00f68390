import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';
import { type FieldError, invalid } from '../errors/api-error.js';
import { Checked, type FieldOptions, ListOf, Nested, OneOf, Text } from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';
import { ProjectIdUnless } from '../http/body/project-id.field.js';
import { toDto } from '../http/body/to-dto.js';
import { NoProblems, problemsOf } from '../http/body/validation-problems.js';
import { EVENT_KIND_NAMES, type EventKind, isAccessKind } from './log/event-kinds.js';
import {
  pathFilterProblem,
  type RegisterEntry,
  canonicalPathFilter,
} from './stream/subscription-filter.js';

const Canonical = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? canonicalPathFilter(value.trim()) : value,
);

const FilterPath = (options: FieldOptions) =>
  applyDecorators(
    Checked({ type: 'string', maxLength: 1_024 }, pathFilterProblem, options),
    Canonical,
  );

class ConditionsDto {
  @FilterPath({
    optional: true,
    default: '/',
    example: '/apps/**',
    description: 'That folder alone; `/x/**` is `/x` and everything below; other globs as written',
  })
  secretPath = '/';

  @Text({ min: 1, max: 64, example: 'dev', description: 'Slug of the environment' })
  environmentSlug: string;
}

/** Events about privileges, memberships and roles have no folder. */
const ForSecretKindsOnly = ValidateBy({
  name: 'checked',
  validator: {
    validate: (_, args) =>
      args === undefined || !isAccessKind((args.object as RegisterEntryDto).event ?? ''),
    defaultMessage: () => '$property must be left out: this kind of event is about no folder',
  },
});

class RegisterEntryDto {
  @OneOf(EVENT_KIND_NAMES, {
    optional: true,
    example: 'secret:update',
    description: 'Without: the four kinds about secrets. The others are sent only where named',
  })
  event?: EventKind;

  @ForSecretKindsOnly
  @Nested(() => ConditionsDto, { optional: true, description: 'Without: the whole project' })
  conditions?: ConditionsDto;
}

const TICKET =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6InN0cmVhbS10aWNrZXQrand0In0.eyJw' +
  'cm9qZWN0SWQiOiIifQ.c2lnbmF0dXJl';

const LONGEST_CURSOR = 16_384;

const CURSOR = {
  optional: true,
  description: 'Begin after this event, as the header Last-Event-ID says it too, which prevails',
} as const;

const SLUG = {
  optional: true,
  min: 1,
  max: 64,
  example: 'payments',
  description: 'Slug of the project, in place of its id',
} as const;

const ENTRIES = { min: 1, max: 10 } as const;

class ProjectAddress {
  @ProjectIdUnless(['projectSlug'], { description: 'Id of the project, unless its slug is given' })
  projectId?: string;

  @Text(SLUG)
  projectSlug?: string;
}

/** Another name of the project is as good. */
const NamesProject = HasForms({ required: ['projectId'] }, { required: ['projectSlug'] });

@NamesProject
export class SubscribeDto extends ProjectAddress {
  @ListOf(() => RegisterEntryDto, ENTRIES)
  register: RegisterEntryDto[];

  @Text({ ...CURSOR, max: LONGEST_CURSOR })
  cursor?: string;

  toRegister(): RegisterEntry[] {
    return toRegister(this.register);
  }
}

@NamesProject
export class StreamTicketDto extends ProjectAddress {
  @ListOf(() => RegisterEntryDto, {
    ...ENTRIES,
    optional: true,
    description: 'As of the subscription; without: the four kinds about secrets, everywhere',
  })
  register?: RegisterEntryDto[];

  /** Throws 422 if it is too long for a URL. */
  toRegister(): RegisterEntry[] {
    const register = toRegister(this.register ?? EVERYTHING);
    if (Buffer.byteLength(JSON.stringify(register)) <= LONGEST_REGISTER) return register;
    const message = `register must have at most ${LONGEST_REGISTER} bytes as JSON: a URL has no more room`;
    throw invalid([{ code: 'too_big', path: ['register'], message }]);
  }
}

/** Bytes of JSON; a URL has 8 KiB. */
const LONGEST_REGISTER = 4_096;

const EVERYTHING = [{}] as const;

/** What a browser sends: a query, and the header Last-Event-ID when it comes again. */
export class StreamQuery {
  @Text({
    example: TICKET,
    optional: true,
    min: 1,
    max: 8_192,
    description: 'In place of the header Authorization; says by itself what the stream is about',
  })
  ticket?: string;

  @ProjectIdUnless(['projectSlug', 'ticket'], {
    description: 'Id of the project, unless its slug or a ticket is given',
  })
  projectId?: string;

  @Text(SLUG)
  projectSlug?: string;

  @RegisterText()
  register?: string;

  /** Events have short ones. */
  @Text({ ...CURSOR, max: 256 })
  cursor?: string;

  toRegister(): RegisterEntry[] {
    return this.register === undefined ? [...EVERYTHING] : registerOf(this.register).register;
  }
}

class RegisterDto {
  @ListOf(() => RegisterEntryDto, ENTRIES)
  register: RegisterEntryDto[];
}

const toRegister = (entries: readonly RegisterEntryDto[]): RegisterEntry[] =>
  entries.map(({ event, conditions }) => ({
    ...(event ? { event } : {}),
    ...(conditions ? { conditions: { ...conditions } } : {}),
  }));

/** A register as JSON text in a query, held to the same rules as in a body. */
function RegisterText() {
  const problems = (value: unknown) => registerOf(value).problems;
  return applyDecorators(
    Text({
      optional: true,
      max: LONGEST_REGISTER,
      description: 'As of the subscription, as JSON; without: the four kinds about secrets',
      example: '[{"event":"secret:update","conditions":{"environmentSlug":"dev"}}]',
    }),
    NoProblems(problems),
  );
}

function registerOf(value: unknown): {
  readonly register: RegisterEntry[];
  readonly problems: FieldError[];
} {
  const entries = parsed(value);
  if (entries === undefined) {
    const message = `register must be JSON of at most ${LONGEST_REGISTER} characters`;
    return { register: [], problems: [{ code: 'invalid_value', path: [], message }] };
  }
  const dto = toDto(RegisterDto, { register: entries }) as RegisterDto;
  const problems = problemsOf(validateSync(dto, { stopAtFirstError: true }));
  if (problems.length > 0) {
    return {
      register: [],
      problems: problems.map(({ path, ...problem }) => ({ ...problem, path: path.slice(1) })),
    };
  }
  return { register: toRegister(dto.register), problems };
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST_REGISTER) return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

export class StreamTicketView {
  @ApiProperty({ example: TICKET, description: 'For the query parameter `ticket` of the GET' })
  ticket: string;
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}
