import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { ContentActor } from '../../auth/actor.js';
import { permissionDenied } from '../../errors/api-error.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { type ChangingFolder, GovernedFolders } from '../../projects/governed-folders.js';
import type { GovernedLocation, GoverningPolicy } from '../policies/policy-table.js';
import { FOLDER_IDS } from '../requests/many-items.sql.js';
import { PolicyTables } from '../policies/policy-tables.js';
import { RequestClosings } from '../requests/request-closings.service.js';
import { governorsOf } from './proposed-items.js';

/** Waits for secrets that are being written into the folders, so that these are seen. */
const LOCK = 'select id from folders where id = any($1::uuid[]) order by id for update';

/** Finds those of some folders of a project ($2) that have secrets or imports, or new secrets that wait. */
const FILLED = `
  with waiting as materialized (
    select distinct coalesce(i.new_folder_id, i.folder_id) folder_id
    from approval_requests r join approval_items i on i.request_id = r.id
    where r.project_id = $2 and r.is_open and r.expires_at > clock_timestamp()
      and ${FOLDER_IDS} && $1::uuid[]
      and (i.op = 'create' or i.op = 'update' and i.new_folder_id is not null)
  )
  select folder.id from unnest($1::uuid[]) as folder (id)
  where exists (select from secrets s where s.folder_id = folder.id)
    or exists (select from secret_imports i where i.folder_id = folder.id)
    or folder.id in (select folder_id from waiting)`;

/** Folders of other environments that import from this one. */
const IMPORTING = `
  select distinct f.environment_id "environmentId", f.path "secretPath"
  from secret_imports i join folders f on f.id = i.folder_id
  where i.source_environment_id = $1 and f.environment_id <> $1`;

/** Ends policies of both kinds, about changes and about access. */
const END_UNPLACED = `
  update approval_policies a set deleted_at = now(), updated_at = now()
  where a.project_id = $1 and a.deleted_at is null
    and not exists (select from approval_policy_environments t where t.policy_id = a.id)
  returning a.id`;

@Injectable()
export class FolderGate extends GovernedFolders {
  constructor(
    private readonly tables: PolicyTables,
    private readonly closings: RequestClosings,
    private readonly recorder: AccessChangeRecorder,
  ) {
    super();
  }

  async requireFree(
    tx: EntityManager,
    { kind }: ContentActor,
    { id, ability }: ProjectAccess,
    folders: readonly ChangingFolder[],
  ): Promise<void> {
    const { table } = await this.tables.readIn(tx, id);
    if (table.isEmpty) return;
    const governing = await table.governors(folders.flatMap(placesOfFolder));
    const governed = folders.flatMap((folder) => {
      const [policy] = governorsOf(governing, kind === 'identity', placesOfFolder(folder));
      return policy ? [{ folderId: folder.id, policy }] : [];
    });
    if (governed.length === 0) return;
    const ids = governed.map(({ folderId }) => folderId);
    await tx.query(LOCK, [ids]);
    const filled = await tx.query<{ id: string }[]>(FILLED, [ids, id]);
    const hit = governed.find(({ folderId }) => filled.some((each) => each.id === folderId));
    if (!hit) return;
    throw consentNeeded(ability, hit.policy, 'so it cannot be deleted or renamed as it is.');
  }

  /** Asks exempt machines as well: the policy would end for everybody. */
  async requireUnnamed(
    tx: EntityManager,
    { id, ability }: ProjectAccess,
    environmentId: string,
    action: 'edit' | 'delete',
  ): Promise<void> {
    if (ability.allows(action, 'secret-approval')) return;
    const { table } = await this.tables.readIn(tx, id);
    const policy = table.policies.find(({ environmentIds }) =>
      environmentIds.includes(environmentId),
    );
    if (policy)
      throw permissionDenied(
        'approval-needed',
        `A policy asks for consent before secrets change in this environment. Ask somebody who may ${action} policies (secret-approval).`,
        shownPolicy(ability, policy),
      );
  }

  async requireUngoverned(
    tx: EntityManager,
    { kind }: ContentActor,
    { id, ability }: ProjectAccess,
    { environmentId, path: secretPath }: Pick<ChangingFolder, 'environmentId' | 'path'>,
  ): Promise<void> {
    const { table } = await this.tables.readIn(tx, id);
    const places = [{ environmentId, secretPath }];
    const [policy] = governorsOf(await table.governors(places), kind === 'identity', places);
    if (policy)
      throw consentNeeded(ability, policy, 'and what it imports is not changed by a request.');
  }

  async requireNoImporter(
    tx: EntityManager,
    { kind }: ContentActor,
    { id, ability }: ProjectAccess,
    environmentId: string,
  ): Promise<void> {
    const { table } = await this.tables.readIn(tx, id);
    if (table.isEmpty) return;
    const importing = await tx.query<GovernedLocation[]>(IMPORTING, [environmentId]);
    const governing = await table.governors(importing);
    const [policy] = governorsOf(governing, kind === 'identity', importing);
    if (policy)
      throw permissionDenied(
        'approval-needed',
        'A folder in which a policy asks for consent before secrets change imports from this environment, so it cannot be deleted.',
        shownPolicy(ability, policy),
      );
  }

  async endUnplaced(tx: EntityManager, actor: ContentActor, projectId: string): Promise<void> {
    const [ended] = await tx.query<[{ id: string }[], number]>(END_UNPLACED, [projectId]);
    if (ended.length === 0) return;
    const policyIds = ended.map(({ id }) => id);
    const target = { policyIds, reason: 'environment' };
    const changes = policyIds.map((policyId) => ({ policyId }));
    await this.recorder.record(tx, actor, { action: 'approval-policy.delete', projectId, target }, [
      { type: 'approval-policy:delete', changes },
    ]);
  }

  async closeUngoverned(
    tx: EntityManager,
    actor: ContentActor,
    projectId: string,
    folderIds: readonly string[] | null,
  ): Promise<void> {
    const { requestIds, events } = await this.closings.closeUngoverned(tx, projectId, folderIds);
    if (requestIds.length === 0) return;
    const target = { requestIds, reason: 'policy' };
    await this.recorder.record(
      tx,
      actor,
      { action: 'approval-request.close', projectId, target },
      events,
    );
  }
}

const consentNeeded = (
  ability: ProjectAccess['ability'],
  policy: GoverningPolicy,
  consequence: string,
) =>
  permissionDenied(
    'approval-needed',
    `A policy asks for consent before secrets change in this folder, ${consequence}`,
    shownPolicy(ability, policy),
  );

const shownPolicy = (ability: ProjectAccess['ability'], { id: policyId, name }: GoverningPolicy) =>
  ability.allows('read', 'secret-approval') ? { policyId, name } : undefined;

const placesOfFolder = ({
  environmentId,
  path,
  newPath = path,
}: ChangingFolder): GovernedLocation[] =>
  [...new Set([path, newPath])].map((secretPath) => ({ environmentId, secretPath }));
