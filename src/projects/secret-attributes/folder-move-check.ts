import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import { AttributeGains } from '../../access/attribute-changes/attribute-gains.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { flatMapInSlices } from '../../access/slices.js';
import type { ContentActor } from '../../auth/actor.js';
import { parentPath, ROOT_PATH } from '../folders/folder-path.js';
import { type DeniedSecret, gainsDenied, secretsDenied } from './attribute-change-refusals.js';
import {
  FOLDER_ACTIONS,
  FOLDER_SUBJECTS,
  type FolderSubject,
  GrantableRights,
  MOVE_REQUIREMENTS,
  PAST_SECRET_ACTIONS,
  SECRET_ACTIONS,
} from './grantable-rights.js';
import {
  anySecretIn,
  type FolderLocation,
  type FolderLocationChange,
  type NamedSecret,
  secretAttributes,
} from './secret-attributes.js';
import { SecretAttributesRepository } from './secret-attributes.repository.js';

/** A change of attributes for whatever may be in a folder, before it is known what is. */
interface FolderAttributeChange extends AttributeChange {
  readonly folder: FolderLocationChange;
}

/**
 * Decides whether the caller may rename or move folders, or delete them, by what that does to the secrets and
 * imports in them. Runs under the lock on the project, before the change is written.
 */
@Injectable()
export class FolderMoveCheck {
  constructor(
    private readonly access: LockedAccess,
    private readonly secrets: SecretAttributesRepository,
    private readonly attributeGains: AttributeGains,
  ) {}

  /**
   * Throws 403 unless the caller could move each secret one by one, and nobody gains by the change what the caller
   * could not grant.
   */
  async requireMove(
    tx: EntityManager,
    actor: ContentActor,
    projectId: string,
    folders: readonly FolderLocationChange[],
  ): Promise<void> {
    const access = await this.access.accessIn(tx, actor, projectId);
    await this.requireOnSecrets(tx, access, folders, MOVE_REQUIREMENTS);
    const grantable = await GrantableRights.of(access);
    const changes = changesOfFolders(grantable, folders);
    if (changes.length === 0) return;
    const rules = await this.attributeGains.findRulesOn(tx, access, ['environment', 'secretPath']);
    const possible = await grantable.missingFrom(await rules.filterDistinguished(changes));
    if (possible.length === 0) return;
    const actual = await this.changesOfContents(tx, possible);
    const missing = await grantable.missingFrom(actual);
    const attributeGains = await this.attributeGains.findGains(tx, access, rules, missing);
    if (attributeGains.length > 0) throw gainsDenied(access, attributeGains);
  }

  /** Throws 403 unless the caller may delete each secret in those folders of the environment. */
  async requireDeletion(
    tx: EntityManager,
    actor: ContentActor,
    { projectId, slug: environment }: { readonly projectId: string; readonly slug: string },
    folders: readonly { readonly id: string; readonly path: string }[],
  ): Promise<void> {
    const access = await this.access.accessIn(tx, actor, projectId);
    const unmoved = folders.map(({ id, path }) => {
      const location = { environment, secretPath: path };
      return { folderId: id, before: location, after: location };
    });
    await this.requireOnSecrets(tx, access, unmoved, [['delete', 'before']]);
  }

  /** Reads the secrets only of folders where names and tags make a difference. */
  private async requireOnSecrets(
    tx: EntityManager,
    access: FreshAccess,
    folders: readonly FolderLocationChange[],
    requirements: readonly (typeof MOVE_REQUIREMENTS)[number][],
  ): Promise<void> {
    const { ability } = access;
    const undecided = await flatMapInSlices(folders, (folder) => {
      const isAllowed = requirements.every(([action, side]) =>
        ability.allows(action, 'secrets', anySecretIn(folder[side])),
      );
      return isAllowed ? [] : [folder];
    });
    if (undecided.length === 0) return;
    const byId = byFolderId(undecided);
    const secrets = await this.secrets.listIn(tx, [...byId.keys()]);
    const denied = await flatMapInSlices(secrets, (secret): DeniedSecret[] => {
      const folder = byId.get(secret.folderId!)!;
      const now = secretAttributes(folder.before, secret);
      for (const [action, side] of requirements) {
        const attributes = secretAttributes(folder[side], secret);
        if (!ability.allows(action, 'secrets', attributes)) return [{ action, attributes, now }];
      }
      return [];
    });
    if (denied.length > 0) throw secretsDenied(access, denied);
  }

  /** Turns changes of folders into changes of what really is in them. */
  private async changesOfContents(
    tx: EntityManager,
    changes: readonly FolderAttributeChange[],
  ): Promise<AttributeChange[]> {
    const on = (subject: string) => changes.filter((change) => change.subject === subject);
    const idsOf = (some: readonly FolderAttributeChange[]) =>
      some.map(({ folder }) => folder.folderId);
    const onSecrets = on('secrets');
    const onImports = on('secret-imports');
    const onEvents = [...on('secret-event-subscriptions'), ...on('secret-events')];
    const ids = [...new Set(idsOf([...onSecrets, ...onEvents]))];
    const present = ids.length > 0 ? await this.secrets.listIn(tx, ids) : [];
    const past = onSecrets.length > 0 ? await this.secrets.listPastIn(tx, ids) : [];
    const withImports =
      onImports.length > 0 ? await this.secrets.listImporting(tx, idsOf(onImports)) : new Set();
    const withSecrets = new Set(present.map(({ folderId }) => folderId));
    const byId = byFolderId(onSecrets.map(({ folder }) => folder));
    return [
      ...(await flatMapInSlices(present, (secret) => secretChange(byId, secret, SECRET_ACTIONS))),
      ...(await flatMapInSlices(past, (secret) => secretChange(byId, secret, PAST_SECRET_ACTIONS))),
      ...onImports.filter(({ folder }) => withImports.has(folder.folderId)),
      ...onEvents.filter(({ folder }) => withSecrets.has(folder.folderId)),
      ...on('secret-folders'),
    ];
  }
}

const byFolderId = (
  folders: readonly FolderLocationChange[],
): ReadonlyMap<string, FolderLocationChange> =>
  new Map(folders.map((folder) => [folder.folderId, folder]));

function secretChange(
  byId: ReadonlyMap<string, FolderLocationChange>,
  secret: NamedSecret,
  actions: readonly string[],
): AttributeChange[] {
  const folder = secret.folderId === null ? undefined : byId.get(secret.folderId);
  if (!folder) return [];
  const before = secretAttributes(folder.before, secret);
  const after = secretAttributes(folder.after, secret);
  return [{ subject: 'secrets', actions, before, after }];
}

/** For each folder the actions there that the caller does not hold unconditionally. */
function changesOfFolders(
  grantable: GrantableRights,
  folders: readonly FolderLocationChange[],
): FolderAttributeChange[] {
  const keyOf = ({ environment, secretPath }: FolderLocation) => `${environment} ${secretPath}`;
  // Rules on `secret-folders` ask about the folder above.
  const parents = new Set(
    folders.flatMap(({ before: { environment, secretPath } }) =>
      secretPath === ROOT_PATH ? [] : keyOf({ environment, secretPath: parentPath(secretPath) }),
    ),
  );
  const changes = (
    subject: 'secrets' | FolderSubject,
    actions: readonly string[],
  ): FolderAttributeChange[] => {
    const conditional = grantable.conditionalActions(subject, actions);
    if (conditional.length === 0) return [];
    const concerned =
      subject === 'secret-folders'
        ? folders.filter(({ before }) => parents.has(keyOf(before)))
        : folders;
    return concerned.map((folder) => ({
      subject,
      actions: conditional,
      before: attributesFor(subject, folder.before),
      after: attributesFor(subject, folder.after),
      folder,
    }));
  };
  return [
    ...changes('secrets', SECRET_ACTIONS),
    ...FOLDER_SUBJECTS.flatMap((subject) => changes(subject, FOLDER_ACTIONS[subject])),
  ];
}

const attributesFor = (subject: 'secrets' | FolderSubject, location: FolderLocation) => ({
  ...(subject === 'secrets' ? anySecretIn(location) : location),
  ...(subject === 'secret-event-subscriptions' ? { connectionId: null } : {}),
});
