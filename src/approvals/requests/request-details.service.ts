import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { filterInSlices, mapInSlices } from '../../access/slices.js';
import { AuditReads } from '../../audit/audit-reads.js';
import type { Actor } from '../../auth/actor.js';
import { Database, statement } from '../../database/database.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import type { KeptContent } from '../../secrets/secret-mutations.js';
import { mayDescribe, mayReadValue } from '../../secrets/secret-guards.js';
import {
  type BoundedRow,
  boundedForReader,
  NOT_READ,
  SECRET_COLUMNS,
  withUnread,
} from '../../secrets/secret-columns.sql.js';
import { SecretVault } from '../../secrets/secret-vault.js';
import {
  type OpenSecret,
  type SealedSecret,
  type TagRef,
  tagsBySlug,
} from '../../secrets/secret.js';
import { namesByFolder } from '../held/names-by-folder.js';
import { ProposalVault, type SealedItem } from '../held/proposal-vault.js';
import type { OpenItem, ProposedItem } from '../held/proposed-items.js';
import {
  type PresentFolder,
  type PresentState,
  PresentStateRepository,
} from '../merge/present-state.repository.js';
import { type RequestRecord, RequestsRepository } from './requests.repository.js';
import { PolicyTables } from '../policies/policy-tables.js';
import { RequestSight } from './request-sight.js';
import type { RequestRelation } from './votes.repository.js';

/** Where a secret is, and where it goes. */
interface ShownPlaces {
  readonly place: PresentFolder | null;
  readonly nextPlace: PresentFolder | null;
  /** Whether the caller learns its name and place there; else these are masked. */
  readonly isNamed: boolean;
  readonly isNextNamed: boolean;
}

/** One secret of a request, as far as the caller may see it. */
export interface ShownItem extends ShownPlaces {
  /** The proposed item; its content is null where nothing of it is shown. */
  readonly item: OpenItem;
  readonly isValueHidden: boolean;
  readonly isMetadataHidden: boolean;
  readonly tags: readonly TagRef[];
  /** As it is today; null where it is not there, or the caller may not know of it. */
  readonly today: TodaySecret | null;
  /** Whether the caller is shown the proposed value where values are asked for. */
  readonly isReadable: boolean;
}

/** A secret as it is today, for who may describe it. */
export interface TodaySecret extends OpenSecret {
  /** Whether the caller is shown its value where values are asked for. */
  readonly isReadable: boolean;
}

/** What of a request is shown: these of its items, or the one that is named. */
export interface WantedDetails {
  readonly limit: number;
  readonly offset: number;
  readonly itemId?: string | undefined;
  /** Whether values are shown to who may see them, which is a read of each. */
  readonly values: boolean;
}

/** A request as somebody looks at it. */
interface LookedAt {
  readonly request: RequestRecord;
  readonly relation: RequestRelation;
  readonly wanted: WantedDetails;
}

const FROM_SECRETS = `
  from secrets s
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id
  where e.project_id = $1 and s.id = any($2::uuid[])`;

/** Without what is large of them: who may know of them is decided first. */
const NAMES = statement(`select ${SECRET_COLUMNS} ${FROM_SECRETS}`);
const CONTENTS = statement(
  `select ${SECRET_COLUMNS}, ${boundedForReader('$4::bigint', '$3')} ${FROM_SECRETS}`,
);

const tooLarge = () =>
  badRequest(
    'too-much-at-once',
    'What the request changes, and what is there today, exceed 64 MiB. Ask for a part of its changes with limit and offset.',
  );

/** What a request would write, and what is there today, by the rights of who looks. */
@Injectable()
export class RequestDetails {
  // oxlint-disable-next-line max-params -- what is proposed and what is there, each with its seal
  constructor(
    private readonly requests: RequestsRepository,
    private readonly present: PresentStateRepository,
    private readonly vault: ProposalVault,
    private readonly secrets: SecretVault,
    private readonly database: Database,
    private readonly reads: AuditReads,
    private readonly tables: PolicyTables,
  ) {}

  /**
   * While the request is open, its committer, its approvers in the places of their policy, and whoever may read a value there
   * see what is proposed; afterwards nobody. What a rollback brings back is seen by the rights alone. What is there today, and what a change goes on with, is shown by the rights to read and to describe it:
   * a change of a comment would else show the value to who may not read it. All of it is audited.
   */
  async show(
    actor: Actor,
    project: ProjectAccess,
    { request, relation, wanted }: LookedAt,
  ): Promise<ShownItem[]> {
    const sealed = await this.listItems(request, wanted);
    const present = await this.present.read(this.requests.manager, project.id, sealed);
    const viewer = { callerId: actor.callerId, project, ...relation };
    const table = await this.tables.find(project);
    const sight = await RequestSight.of(viewer, { request, items: sealed, present, table });
    const items = await this.vault.open(request, sealed, () => request.isOpen);
    const readable = new Set(await filterInSlices(items, (item) => sight.mayRead(item)));
    const sizes = sealed.map((item, index) =>
      readable.has(items[index]!) ? (item.sealed?.length ?? 0) : 0,
    );
    const placed = await this.placesOf(items, present, sight);
    const usedBytes = sizes.reduce((sum, each) => sum + each, 0);
    const today = await this.readToday(project, sealed, { usedBytes, ...wanted });
    const shown = await mapInSlices(items, (item): ShownItem => {
      const { keeps } = item.more;
      const isKnown = item.content !== null && readable.has(item);
      const kept = keeps && today.get(keeps.secretId);
      const mayReadKept = keeps === undefined || (kept && kept.isReadable) === true;
      const isDescribed = keeps === undefined || kept !== undefined;
      const described = isDescribed ? known(item, sight) : withoutKept(known(item, sight), keeps);
      const isReadable = isKnown && (mayReadKept || keeps?.value === false);
      const isMetadataReadable = isKnown && (mayReadKept || keeps?.metadata === false);
      return {
        ...{ item: described, isReadable, isValueHidden: !isReadable || !wanted.values },
        isMetadataHidden: !isMetadataReadable || !wanted.values,
        ...placed(item),
        tags: tagsBySlug(present.tags, described.tagIds),
        today: today.get(item.secretId ?? '') ?? null,
      };
    });
    await this.record(actor, request, shown);
    return shown;
  }

  private async placesOf(
    items: readonly OpenItem[],
    { folders }: PresentState,
    sight: RequestSight,
  ): Promise<(item: OpenItem) => ShownPlaces> {
    const named = new Set(await filterInSlices(items, (item) => sight.mayName(item, 'old')));
    const nextNamed = new Set(await filterInSlices(items, (item) => sight.mayName(item, 'new')));
    return (item) => ({
      ...{ isNamed: named.has(item), isNextNamed: nextNamed.has(item) },
      place: folders.get(item.folderId) ?? null,
      nextPlace: folders.get(item.newFolderId ?? '') ?? null,
    });
  }

  /** Throws 404 for an item of another request. */
  private async listItems(
    { id }: RequestRecord,
    { itemId, ...page }: WantedDetails,
  ): Promise<readonly SealedItem[]> {
    const { manager } = this.requests;
    if (itemId === undefined) return this.requests.listItems(manager, id, page);
    const found = await this.requests.listItems(manager, id, { itemId });
    if (found.length === 0) throw notFound();
    return found;
  }

  private async readToday(
    project: ProjectAccess,
    items: readonly ProposedItem[],
    { usedBytes, values }: { readonly usedBytes: number; readonly values: boolean },
  ): Promise<ReadonlyMap<string, TodaySecret>> {
    const ids = [
      ...new Set(items.flatMap(({ secretId, more }) => [secretId, more.keeps?.secretId])),
    ];
    const named = ids.filter((id) => id !== null && id !== undefined);
    if (named.length === 0) return new Map();
    const names = await this.database.rows<SealedSecret>(NAMES, [project.id, named]);
    const known = await filterInSlices(names, (row) => mayDescribe(project, row));
    const shown = await filterInSlices(known, (row) => values && mayReadValue(project, row));
    const [described, read] = [known, shown].map((list) => list.map(({ id }) => id));
    const rows = await this.database.rows<BoundedRow>(CONTENTS, [
      ...[project.id, described, read, usedBytes],
    ]);
    if (rows[0]?.isTooLarge) throw tooLarge();
    // What was renamed meanwhile may be out of sight.
    const still = withUnread(rows).filter((row) => mayDescribe(project, row));
    const mayShow = (row: SealedSecret) => row.value !== NOT_READ && mayReadValue(project, row);
    const opened = await this.secrets.open(project, still, mayShow);
    const readable = new Set(still.filter((row) => mayReadValue(project, row)).map(({ id }) => id));
    return new Map(
      opened.map((secret) => [secret.id, { ...secret, isReadable: readable.has(secret.id) }]),
    );
  }

  private async record(
    actor: Actor,
    { id: requestId, slug, projectId }: RequestRecord,
    items: readonly ShownItem[],
  ): Promise<void> {
    const shown = items.filter(
      ({ isValueHidden, today }) => !isValueHidden || today?.isHidden === false,
    );
    if (shown.length === 0 || !this.reads.isOn) return;
    const target = { requestId, slug, ...proposalTarget(shown) };
    await this.reads.record(actor, { action: 'secret.read', projectId, target });
  }
}

/** The names whose values were shown, by today's folder of each, in the form of an ordinary read. */
function proposalTarget(items: readonly ShownItem[]): Readonly<Record<string, unknown>> {
  const folders = namesByFolder(
    items.map(({ place, item }) => ({
      environment: place?.environment ?? null,
      secretPath: place?.secretPath ?? item.secretPath,
      secretKey: item.key,
    })),
  );
  const count = items.length;
  return folders.length === 1 ? { ...folders[0], count } : { folders, count };
}

const known = (item: OpenItem, sight: RequestSight): OpenItem =>
  sight.mayDescribe(item) ? item : withoutKept(item, ALL);

const ALL = { comment: true, metadata: true, tags: true };

/** Without what it goes on with of a secret that the caller may not describe, as a write of it would answer. */
const withoutKept = (
  item: OpenItem,
  { comment, metadata, tags }: Pick<KeptContent, 'comment' | 'metadata' | 'tags'>,
): OpenItem => ({
  ...item,
  tagIds: tags ? [] : item.tagIds,
  content: item.content && {
    ...item.content,
    ...(comment ? { comment: '' } : {}),
    ...(metadata ? { metadata: [] } : {}),
  },
});
