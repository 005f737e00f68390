import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { invalid } from '../../errors/api-error.js';
import { addCost } from '../../http/limits/admission.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { ImportResolver, type SealedImports } from '../imports/import-resolver.js';
import type { SealedSecret, SecretLocation } from '../secret.js';
import { mayDescribe, requireAnyDescribeIn } from '../secret-guards.js';
import { type DeletedName, DeletedNames } from './deleted-names.js';
import { NameCursors } from './name-cursors.js';
import { comparePositions, type NamePosition } from './name-position.js';
import type { NamesOrder } from './secret-names.dto.js';
import {
  type EnvironmentOfNames,
  type NameOfSecret,
  type NamesPart,
  SecretNamesRepository,
} from './secret-names.repository.js';

/** A secret as an environment has it, by itself or by an import. */
export interface NamedCell {
  readonly secret: NameOfSecret;
  /** What the folder imports it from; null: it is the folder's own. */
  readonly source: SecretLocation | null;
}

/** A name in a folder, and the environments that have it. */
export interface NameRow {
  readonly position: NamePosition;
  readonly cells: Map<string, NamedCell>;
}

export interface NamesPage {
  readonly project: ProjectAccess;
  /** Slugs, in their order; null: the caller may not read environments. */
  readonly environments: readonly string[] | null;
  readonly rows: readonly NameRow[];
  /** Null: they were not asked for. */
  readonly deletions: readonly DeletedName[] | null;
  /** All folders that are asked for, with and without names; null: they were not asked for, or the page is not the first. */
  readonly allPaths: readonly string[] | null;
  readonly isFolderMissing: boolean;
  readonly nextCursor?: string;
}

/** Secrets that one statement reads: a project may have a hundred environments. */
const MAX_CELLS = 100_000;
/** Secrets that are read at once where those before were not the caller's to see, and that cost as much as one more request. */
const CHUNK = 2_000;
/** Chunks beyond the first that one request reads. */
const MAX_CHUNKS = 10;

type Rows = Map<string, NameRow>;

/** `after`: null from the beginning; `limit`: names of the page. */
type Part = NamesPart & { readonly limit: number };

interface OwnRows {
  readonly rows: Rows;
  /** The last name that was read; null: there are no more. */
  readonly end: NamePosition | null;
}

/** Lists names over all environments, by the rights of lists of secrets. */
@Injectable()
export class SecretNames {
  constructor(
    private readonly access: AccessService,
    private readonly repository: SecretNamesRepository,
    private readonly imports: ImportResolver,
    private readonly deleted: DeletedNames,
    private readonly cursors: NameCursors,
  ) {}

  async list(actor: Actor, projectId: string, asked: NamesOrder): Promise<NamesPage> {
    const after = this.toPosition(projectId, asked.cursor);
    const project = await this.access.toProject(actor, { id: projectId });
    requireAnyDescribeIn(project, asked.secretPath);
    const environments = await this.repository.listEnvironments(project.id, asked);
    const count = Math.max(1, environments.length);
    const limit = Math.min(asked.limit, Math.floor(MAX_CELLS / count));
    const part: Part = { ...asked, after, limit };
    const own = await this.ownRows(project, part, count);
    const rows = await this.withImports(project, environments, part, own);
    const page = rows.slice(0, limit);
    const end = rows.length > page.length ? page.at(-1)!.position : own.end;
    const mayList = project.ability.allows('read', 'environments');
    return {
      project,
      environments: mayList ? environments.map(({ slug }) => slug) : null,
      rows: page,
      // Every member may list the folders of the project.
      allPaths:
        asked.includeFolders && !after ? await this.repository.listPaths(project.id, asked) : null,
      deletions: asked.includeDeleted ? await this.deletionsOf(project, page) : null,
      isFolderMissing: !environments.some(({ hasFolder }) => hasFolder),
      ...(end ? { nextCursor: this.cursors.seal(project.id, end) } : {}),
    };
  }

  private deletionsOf(project: ProjectAccess, page: readonly NameRow[]): Promise<DeletedName[]> {
    // By what the caller is shown: by what was read they could count what is hidden.
    addCost(Math.floor(page.length / CHUNK));
    return this.deleted.list(
      project,
      page.map(({ position }) => position),
    );
  }

  /** Throws 422. */
  private toPosition(projectId: string, cursor: string): NamePosition | null {
    if (cursor === '') return null;
    const position = this.cursors.open(projectId, cursor);
    if (position) return position;
    const message = 'must be the nextCursor of a page of this list';
    throw invalid([{ code: 'invalid_value', path: ['cursor'], message }]);
  }

  /** One more than asked for where the caller may see more, unless too many are hidden before it. */
  private async ownRows(
    project: ProjectAccess,
    part: Part,
    environments: number,
  ): Promise<OwnRows> {
    const rows: Rows = new Map();
    let { after } = part;
    let size = (part.limit + 1) * environments + 1;
    for (let chunk = 0; chunk <= MAX_CHUNKS; chunk++) {
      const { secrets, isLast } = await this.repository.list(project.id, { ...part, after }, size);
      // In whole units: by fractions the caller could count what is hidden.
      addCost(chunk === 0 ? Math.floor(secrets.length / CHUNK) : 1);
      const shown = await filterInSlices(secrets, (secret) => mayDescribe(project, secret));
      for (const secret of shown)
        rowOf(rows, secret).cells.set(secret.environment, ownCell(secret));
      if (isLast) return { rows, end: null };
      after = secrets.at(-1)!;
      if (rows.size > part.limit) break;
      size = CHUNK;
    }
    return { rows, end: after };
  }

  /** The names of the page, and one more where there is one, with what the folders import. */
  private async withImports(
    project: ProjectAccess,
    environments: readonly EnvironmentOfNames[],
    order: Part,
    { rows: own, end }: OwnRows,
  ): Promise<NameRow[]> {
    const importing = environments.filter(({ hasImports }) => hasImports);
    if (importing.length === 0) return [...own.values()];
    // Behind the last name that was read, own names that prevail over imported ones are not known.
    const isOnPage = (position: NamePosition) =>
      (order.after === null || comparePositions(order.after, position) < 0) &&
      (end === null || comparePositions(position, end) <= 0);
    for (const { slug } of importing) {
      const found = await this.importsOf(project, slug, order);
      await addImports(own, slug, found, isOnPage);
    }
    return [...own.values()].sort((one, other) => comparePositions(one.position, other.position));
  }

  private async importsOf(project: ProjectAccess, environment: string, order: NamesPart) {
    const { secretPath, recursive } = order;
    const search = order.search.toLowerCase();
    const { imports } = await this.imports.resolve(project, {
      ...{
        folder: { environment, secretPath },
        recursive,
        viewSecretValue: false,
        read: [],
        own: [],
      },
      isWanted: ({ key }) => key.toLowerCase().includes(search),
    });
    return imports;
  }
}

/** The import with the highest position prevails, and a secret of the folder itself over all of them. */
async function addImports(
  rows: Rows,
  environment: string,
  imports: readonly SealedImports[],
  isOnPage: (position: NamePosition) => boolean,
): Promise<void> {
  const slices = new TimeSlices();
  for (const { importingPath: secretPath, source, secrets } of imports) {
    for (const secret of secrets) {
      const position = { secretPath, key: secret.key };
      if (slices.isOver) await slices.turn();
      if (!isOnPage(position)) continue;
      const { cells } = rowOf(rows, position);
      if (cells.get(environment)?.source === null) continue;
      cells.set(environment, { secret: toNamed(secret), source });
    }
  }
}

/** Neither is part of a path, so that no two positions have one text. */
export const positionText = ({ secretPath, key }: NamePosition): string => `${secretPath}:${key}`;

function rowOf(rows: Rows, { secretPath, key }: NamePosition): NameRow {
  const text = positionText({ secretPath, key });
  const known = rows.get(text);
  if (known) return known;
  const row: NameRow = { position: { secretPath, key }, cells: new Map() };
  rows.set(text, row);
  return row;
}

const ownCell = (secret: NameOfSecret): NamedCell => ({ secret, source: null });

/** What an import brings is described where it comes from. */
const toNamed = (secret: SealedSecret): NameOfSecret => ({
  environment: secret.environment,
  secretPath: secret.secretPath,
  key: secret.key,
  version: secret.version,
  changedAt: Math.floor(Date.parse(secret.updatedAt.toISOString()) / 1_000),
  changedBy: `${secret.actorKind} ${secret.actorId} ${secret.actorName}`,
  tags: secret.tags,
  isEmpty: false,
  hasReferences: false,
});
