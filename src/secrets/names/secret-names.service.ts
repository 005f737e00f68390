import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { ImportResolver, type SealedImports } from '../imports/import-resolver.js';
import type { SealedSecret, SecretLocation } from '../secret.js';
import { mayDescribe, requireAnyDescribeIn } from '../secret-guards.js';
import { comparePositions, type NamePosition, toCursor } from './name-position.js';
import type { NamesOrder } from './secret-names.dto.js';
import {
  type EnvironmentOfNames,
  type NameOfSecret,
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
  readonly isFolderMissing: boolean;
  readonly nextCursor?: string;
}

/** Secrets that one statement reads: a project may have a hundred environments. */
const MAX_CELLS = 100_000;
/** Names that are read at once where those before were not the caller's to see. */
const CHUNK = 2_000;

type Rows = Map<string, NameRow>;

/** Lists names over all environments, by the rights of lists of secrets. */
@Injectable()
export class SecretNames {
  constructor(
    private readonly access: AccessService,
    private readonly repository: SecretNamesRepository,
    private readonly imports: ImportResolver,
  ) {}

  async list(actor: Actor, projectId: string, asked: NamesOrder): Promise<NamesPage> {
    const project = await this.access.toProject(actor, { id: projectId });
    requireAnyDescribeIn(project, asked.secretPath);
    const environments = await this.repository.listEnvironments(project.id, asked);
    const most = Math.floor(MAX_CELLS / Math.max(1, environments.length));
    const order = { ...asked, limit: Math.min(asked.limit, most) };
    const own = await this.ownRows(project, order);
    const rows = await this.withImports(project, environments, order, own);
    const page = rows.slice(0, order.limit);
    const mayList = project.ability.allows('read', 'environments');
    return {
      project,
      environments: mayList ? environments.map(({ slug }) => slug) : null,
      rows: page,
      isFolderMissing: !environments.some(({ hasFolder }) => hasFolder),
      ...(rows.length > page.length ? { nextCursor: toCursor(page.at(-1)!.position) } : {}),
    };
  }

  /** One more than asked for where the caller may see more: what is hidden ends no page. */
  private async ownRows(project: ProjectAccess, order: NamesOrder): Promise<Rows> {
    const rows: Rows = new Map();
    let part = order;
    for (;;) {
      const { secrets, isLast } = await this.repository.list(project.id, {
        ...part,
        limit: part.limit + 1,
      });
      const shown = await filterInSlices(secrets, (secret) => mayDescribe(project, secret));
      for (const secret of shown)
        rowOf(rows, secret).cells.set(secret.environment, ownCell(secret));
      if (isLast || rows.size > order.limit) return rows;
      part = { ...part, after: secrets.at(-1)!, limit: Math.max(part.limit, CHUNK) };
    }
  }

  /** The names of the page, and one more where there is one, with what the folders import. */
  private async withImports(
    project: ProjectAccess,
    environments: readonly EnvironmentOfNames[],
    order: NamesOrder,
    own: Rows,
  ): Promise<NameRow[]> {
    const importing = environments.filter(({ hasImports }) => hasImports);
    const ownRows = [...own.values()];
    if (importing.length === 0) return ownRows;
    const end = ownRows.length > order.limit ? ownRows[order.limit]!.position : null;
    const isOnPage = (position: NamePosition) =>
      (order.after === null || comparePositions(order.after, position) < 0) &&
      (end === null || comparePositions(position, end) <= 0);
    for (const { slug } of importing) {
      const found = await this.importsOf(project, slug, order);
      await addImports(own, slug, found, isOnPage);
    }
    return [...own.values()].sort((one, other) => comparePositions(one.position, other.position));
  }

  private async importsOf(project: ProjectAccess, environment: string, order: NamesOrder) {
    const { secretPath, recursive } = order;
    const search = order.search.toLowerCase();
    const { imports } = await this.imports.resolve(project, {
      ...{ folder: { environment, secretPath }, recursive, viewSecretValue: false, own: [] },
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
const textOf = ({ secretPath, key }: NamePosition): string => `${secretPath}:${key}`;

function rowOf(rows: Rows, { secretPath, key }: NamePosition): NameRow {
  const text = textOf({ secretPath, key });
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
