import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventLog, type SecretChange } from '../events/event-log.js';
import { subtreeRange } from './folders/folder-path.js';

export interface LockedFolder {
  readonly id: string;
  readonly path: string;
}

const LOCK = `
  select id, path from folders
  where environment_id = $1 and (path = $2 or (path >= $3 and path < $4))
  order by path
  for update`;

/** The last state of each is kept among the versions, as at any deletion. */
const REMOVE = `
  with gone as (
    delete from secrets where folder_id = any($1) returning *
  ), kept as (
    insert into secret_versions (project_id, key, key_version, salt, value, comment,
      skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
      actor_id, actor_name, actor_membership_id, created_at, updated_at, secret_id, version,
      folder_id, tag_ids)
    select project_id, key, key_version, salt, value, comment,
      skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
      actor_id, actor_name, actor_membership_id, created_at, updated_at, id, version, folder_id,
      coalesce((select json_agg(t.tag_id) from secret_tags t where t.secret_id = gone.id), '[]')
    from gone
  )
  select folder_id "folderId", key from gone order by folder_id, key`;

/** Takes the secrets out of folders that are about to go, so that their going is told. */
@Injectable()
export class SecretClearance {
  constructor(private readonly events: EventLog) {}

  /** The folder and all below it, by path. Nothing is written into them until the transaction ends. */
  lock(tx: EntityManager, environmentId: string, path: string): Promise<LockedFolder[]> {
    return tx.query(LOCK, [environmentId, path, ...subtreeRange(path)]);
  }

  async removeSecrets(
    tx: EntityManager,
    environment: string,
    folders: readonly LockedFolder[],
  ): Promise<SecretChange[]> {
    const paths = new Map(folders.map(({ id, path }) => [id, path]));
    const gone = await tx.query<{ folderId: string; key: string }[]>(REMOVE, [[...paths.keys()]]);
    return gone.map(({ folderId, key }) => ({
      environment,
      secretPath: paths.get(folderId)!,
      secretKey: key,
    }));
  }

  /** Comes last in its transaction, as every append does. */
  async tell(
    tx: EntityManager,
    projectId: string,
    changes: readonly SecretChange[],
  ): Promise<void> {
    if (changes.length > 0) {
      await this.events.append(tx, projectId, [{ type: 'secret:delete', changes }]);
    }
  }
}
