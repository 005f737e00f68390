import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ProjectAccess } from '../../access/access.service.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { attributesOfSecret, tagSlugsOf } from '../secret.js';
import { mayReadValue } from '../secret-guards.js';
import { MAX_FOLDERS } from './secret-names.repository.js';
import type { DeletedName } from './deleted-names.js';
import {
  type NamedCell,
  type NameRow,
  type NamesPage,
  positionText,
} from './secret-names.service.js';

/** Bits of the sixth number of a cell. */
export const NAME_FLAGS = { readable: 1, editable: 2, empty: 4, refers: 8, imported: 16 } as const;

class NamedActorView {
  @ApiProperty({ enum: ['identity', 'user'] })
  actorType: string;
  @ApiProperty({ format: 'uuid' })
  actorId: string;
  @ApiProperty({ example: 'deployer', description: 'As it was called then' })
  name: string;
}

class NameSourceView {
  @ApiProperty({ example: 'prod' })
  environment: string;
  @ApiProperty({ example: '/shared' })
  secretPath: string;
}

const CELL =
  'One for each secret, by name and then by environment, eight numbers: [name, environment, version, changedAt, changedBy, ' +
  'flags, tagSet, source]. `name`, `environment` and `changedBy` are indexes of `names`, `environments` and `actors`, from 0. ' +
  '`changedAt` is in seconds since 1970. `tagSet` and `source` are 0 for none, else one more than the index in ' +
  '`tagSets` and `sources`. `flags` is a sum: 1 the caller may read the value, 2 may edit the secret, 4 the value is ' +
  'empty, 8 it refers to other secrets, 16 it is imported. 4 and 8 are told only of own secrets whose value the caller may read.';

const DELETION =
  'With `includeDeleted=true`: one for each environment that had a name of this page and has it no more, five numbers: [name, ' +
  'environment, version, deletedAt, deletedBy]. `name` and `environment` are indexes as in `cells`, `version` is the last one, ' +
  '`deletedAt` is in seconds since 1970, `deletedBy` is 0 where it is not known, else one more than the index in `actors`. A secret ' +
  'that was moved away counts as deleted, one that got another name does not. Told as long as its last state is kept, to whom ' +
  'may describe it; to bring it back, roll the folder back.';

export class SecretNamesView {
  @ApiProperty({
    type: [String],
    example: ['dev', 'staging', 'prod'],
    description:
      'Slugs in the order of the environments; without `read` on `environments` only those that a cell or a deletion is in',
  })
  environments: readonly string[];
  @ApiProperty({ type: [String], example: ['/apps/web'], description: 'Folders that hold a name' })
  paths: readonly string[];
  @ApiPropertyOptional({
    type: [String],
    example: ['/', '/apps', '/apps/web'],
    description: `With \`includeFolders=true\`, on the first page: the folder and those below that any environment has, with or without names; at most ${MAX_FOLDERS.toLocaleString('en')} of them, by path`,
  })
  allPaths?: readonly string[];
  @ApiProperty({
    type: [String],
    example: ['API_KEY', 'DB_PASSWORD'],
    description: 'By path, then by name, in the order of bytes',
  })
  names: readonly string[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0 },
    example: [0, 0],
    description: 'For each name the index of its folder in `paths`',
  })
  folders: readonly number[];
  @ApiProperty({
    type: 'array',
    items: {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 8,
      maxItems: 8,
    },
    example: [
      [0, 0, 3, 1795708800, 0, 3, 0, 0],
      [0, 2, 7, 1795712400, 0, 0, 1, 0],
      [1, 1, 1, 1795712400, 0, 17, 0, 1],
    ],
    description: CELL,
  })
  cells: readonly (readonly number[])[];
  @ApiPropertyOptional({
    type: 'array',
    items: {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 5,
      maxItems: 5,
    },
    example: [[1, 0, 4, 1795716000, 1]],
    description: DELETION,
  })
  deletions?: readonly (readonly number[])[];
  @ApiProperty({
    type: [NamedActorView],
    description: 'Who wrote the versions shown, and who deleted',
  })
  actors: readonly NamedActorView[];
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['payments']],
    description: 'Slugs of tags',
  })
  tagSets: readonly (readonly string[])[];
  @ApiProperty({ type: [NameSourceView], description: 'Folders that others import' })
  sources: readonly NameSourceView[];
  @ApiPropertyOptional({
    description: 'Absent on the last page; a page without names may have one',
  })
  nextCursor?: string;
}

/** Values that many cells share, each once. */
class Numbered<T> {
  readonly values: T[] = [];
  private readonly known = new Map<string, number>();

  numberOf(text: string, make: () => T): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const number = this.values.push(make()) - 1;
    this.known.set(text, number);
    return number;
  }
}

export async function presentNames(page: NamesPage): Promise<SecretNamesView> {
  const slices = new TimeSlices();
  const cellsOf = new CellWriter(page);
  const paths = new Numbered<string>();
  const [names, folders]: [string[], number[]] = [[], []];
  const cells: (readonly number[])[] = [];
  for (const { position, cells: found } of page.rows) {
    const { secretPath, key } = position;
    const name = names.push(key) - 1;
    folders.push(paths.numberOf(secretPath, () => secretPath));
    for (const slug of cellsOf.environments) {
      const cell = found.get(slug);
      if (cell) cells.push(cellsOf.write(name, slug, cell));
    }
    if (slices.isOver) await slices.turn();
  }
  const deletions = page.deletions && cellsOf.writeDeletions(page.rows, page.deletions);
  const { environments, actors, tagSets, sources } = cellsOf;
  return {
    ...{ environments, paths: paths.values, names, folders, cells },
    ...(page.allPaths === null ? {} : { allPaths: page.allPaths }),
    ...(deletions === null ? {} : { deletions }),
    ...{ actors: actors.values, tagSets: tagSets.values, sources: sources.values },
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  };
}

class CellWriter {
  readonly environments: readonly string[];
  readonly actors = new Numbered<NamedActorView>();
  readonly tagSets = new Numbered<readonly string[]>();
  readonly sources = new Numbered<NameSourceView>();
  private readonly project: ProjectAccess;
  private readonly indexes: ReadonlyMap<string, number>;

  constructor({ project, environments, rows, deletions }: NamesPage) {
    this.project = project;
    const held = rows.flatMap(({ cells }) => [...cells.keys()]);
    const left = (deletions ?? []).map(({ environment }) => environment);
    this.environments = environments ?? [...new Set([...held, ...left])];
    this.indexes = new Map(this.environments.map((slug, index) => [slug, index]));
  }

  write(name: number, environment: string, cell: NamedCell): readonly number[] {
    const { secret } = cell;
    const { version, changedAt, changedBy } = secret;
    const actor = this.actorNumber(changedBy);
    const place = [name, this.indexes.get(environment)!, version, changedAt, actor];
    return [...place, this.flagsOf(cell), this.tagSetOf(cell), this.sourceOf(cell)];
  }

  writeDeletions(
    rows: readonly NameRow[],
    deletions: readonly DeletedName[],
  ): (readonly number[])[] {
    const names = new Map(rows.map(({ position }, index) => [positionText(position), index]));
    return deletions.map((each) => {
      const { environment, version, deletedAt, deletedBy } = each;
      const place = [names.get(positionText(each))!, this.indexes.get(environment)!];
      const by = deletedBy === null ? 0 : this.actorNumber(deletedBy) + 1;
      return [...place, version, deletedAt, by];
    });
  }

  private actorNumber(text: string): number {
    return this.actors.numberOf(text, () => actorOf(text));
  }

  private flagsOf({ secret, source }: NamedCell): number {
    const isReadable = mayReadValue(this.project, secret);
    const readable = isReadable ? NAME_FLAGS.readable : 0;
    if (source !== null) return readable | NAME_FLAGS.imported;
    const { ability } = this.project;
    const mayEdit = ability.allows('edit', 'secrets', attributesOfSecret(secret));
    const editable = mayEdit ? NAME_FLAGS.editable : 0;
    if (!isReadable) return editable;
    const empty = secret.isEmpty ? NAME_FLAGS.empty : 0;
    return readable | editable | empty | (secret.hasReferences ? NAME_FLAGS.refers : 0);
  }

  private tagSetOf({ secret }: NamedCell): number {
    if (secret.tags === null || secret.tags.length === 0) return 0;
    const slugs = tagSlugsOf(secret);
    return this.tagSets.numberOf(slugs.join(' '), () => slugs) + 1;
  }

  private sourceOf({ source }: NamedCell): number {
    if (source === null) return 0;
    const { environment, secretPath } = source;
    const text = `${environment} ${secretPath}`;
    return this.sources.numberOf(text, () => ({ environment, secretPath })) + 1;
  }
}

/** Only the name, at the end, may hold a space. */
function actorOf(text: string): NamedActorView {
  const [actorType = '', actorId = ''] = text.split(' ', 2);
  return { actorType, actorId, name: text.slice(actorType.length + actorId.length + 2) };
}
