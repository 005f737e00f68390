import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttributeChange } from '../../access/attribute-changes/attribute-change.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import { AttributeGains } from '../../access/attribute-changes/attribute-gains.js';
import { flatMapInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { parentPath, ROOT_PATH } from '../folders/folder-path.js';
import {
  anySecretIn,
  attributesOfLabels,
  type FolderLocation,
  type NamedSecret,
  secretAttributes,
  type FolderLocationChange,
} from './secret-attributes.js';
import { SecretAttributesRepository } from './secret-attributes.repository.js';
import { secretsDenied, accessOpened, type DeniedSecret } from './attribute-change-refusals.js';
import {
  GrantableRights,
  MOVE_REQUIREMENTS,
  PAST_SECRET_ACTIONS,
  FOLDER_ACTIONS,
  SECRET_ACTIONS,
  FOLDER_SUBJECTS,
  type FolderSubject,
} from './grantable-rights.js';

/** A change that is asked about before it is known what lies in the folder. */
interface OfFolder extends AttributeChange {
  readonly place: FolderLocationChange;
}

/**
 * Weighs what becomes of the rights on folders and all in them when they get other paths or their environment
 * another slug (decisions 425 and 426). Comes under the lock on the project, before the change is written.
 */
@Injectable()
export class FolderMoveCheck {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly secrets: SecretAttributesRepository,
    private readonly holders: AttributeGains,
  ) {}

  /**
   * Throws 403 unless the caller could move each secret there, and nobody comes to reach by the change what
   * the caller could not grant.
   */
  async requireMove(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    places: readonly FolderLocationChange[],
  ): Promise<void> {
    const access = await this.boundary.accessIn(tx, actor, projectId);
    await this.requireEach(tx, access, places, MOVE_REQUIREMENTS);
    const grantable = await GrantableRights.of(access);
    const changes = changesOf(grantable, places);
    if (changes.length === 0) return;
    const rules = await this.holders.findRulesOn(tx, access, ['environment', 'secretPath']);
    const told = await rules.filterDistinguished(changes);
    const open = await grantable.missingFrom(told);
    if (open.length === 0) return;
    const exact = await this.changesIn(tx, open);
    const beyond = await grantable.missingFrom(exact);
    const openings = await this.holders.findGains(tx, access, rules, beyond);
    if (openings.length > 0) throw accessOpened(access, openings);
  }

  /** Throws 403 unless the caller may delete each secret in those folders of the environment. */
  async requireDeletion(
    tx: EntityManager,
    actor: Actor,
    { projectId, slug: environment }: { readonly projectId: string; readonly slug: string },
    folders: readonly { readonly id: string; readonly path: string }[],
  ): Promise<void> {
    const access = await this.boundary.accessIn(tx, actor, projectId);
    const places = folders.map(({ id, path }) => {
      const place = { environment, secretPath: path };
      return { folderId: id, before: place, after: place };
    });
    await this.requireEach(tx, access, places, [['delete', 'before']]);
  }

  /** Secrets are looked at only in folders where names and tags make a difference. */
  private async requireEach(
    tx: EntityManager,
    access: FreshAccess,
    places: readonly FolderLocationChange[],
    demands: readonly (typeof MOVE_REQUIREMENTS)[number][],
  ): Promise<void> {
    const { ability } = access;
    const unclear = await flatMapInSlices(places, (place) => {
      const isClear = demands.every(([action, side]) =>
        ability.allows(action, 'secrets', attributesOfLabels(anySecretIn(place[side]))),
      );
      return isClear ? [] : [place];
    });
    if (unclear.length === 0) return;
    const byFolder = byFolderId(unclear);
    const secrets = await this.secrets.listIn(tx, [...byFolder.keys()]);
    const refused = await flatMapInSlices(secrets, (secret): DeniedSecret[] => {
      const place = byFolder.get(secret.folderId!)!;
      const now = secretAttributes(place.before, secret);
      const failed = demands.find(
        ([action, side]) =>
          !ability.allows(
            action,
            'secrets',
            attributesOfLabels(secretAttributes(place[side], secret)),
          ),
      );
      return failed
        ? [{ action: failed[0], attributes: secretAttributes(place[failed[1]], secret), now }]
        : [];
    });
    if (refused.length > 0) throw secretsDenied(access, refused);
  }

  /** The same changes for what really lies in the folders. */
  private async changesIn(
    tx: EntityManager,
    open: readonly OfFolder[],
  ): Promise<AttributeChange[]> {
    const of = (subject: string) => open.filter((change) => change.subject === subject);
    const idsOf = (changes: readonly OfFolder[]) => changes.map(({ place }) => place.folderId);
    const hearing = [...of('secret-event-subscriptions'), ...of('secret-events')];
    const filled = [...new Set(idsOf([...of('secrets'), ...hearing]))];
    const present = filled.length > 0 ? await this.secrets.listIn(tx, filled) : [];
    const past = of('secrets').length > 0 ? await this.secrets.listPastIn(tx, filled) : [];
    const importing = of('secret-imports');
    const withImports =
      importing.length > 0 ? await this.secrets.listImporting(tx, idsOf(importing)) : new Set();
    const withSecrets = new Set(present.map(({ folderId }) => folderId));
    const inFolder = byFolderId(of('secrets').map(({ place }) => place));
    return [
      ...(await flatMapInSlices(present, (secret) =>
        secretChange(inFolder, secret, SECRET_ACTIONS),
      )),
      ...(await flatMapInSlices(past, (secret) =>
        secretChange(inFolder, secret, PAST_SECRET_ACTIONS),
      )),
      ...importing.filter(({ place }) => withImports.has(place.folderId)),
      ...hearing.filter(({ place }) => withSecrets.has(place.folderId)),
      ...of('secret-folders'),
    ];
  }
}

const byFolderId = (
  places: readonly FolderLocationChange[],
): ReadonlyMap<string, FolderLocationChange> =>
  new Map(places.map((place) => [place.folderId, place]));

function secretChange(
  places: ReadonlyMap<string, FolderLocationChange>,
  secret: NamedSecret,
  actions: readonly string[],
): AttributeChange[] {
  const place = secret.folderId === null ? undefined : places.get(secret.folderId);
  if (!place) return [];
  const at = (side: FolderLocation) => attributesOfLabels(secretAttributes(side, secret));
  return [{ subject: 'secrets', actions, before: at(place.before), after: at(place.after) }];
}

/** For each folder the rights there that the caller does not hold everywhere. */
function changesOf(
  grantable: GrantableRights,
  places: readonly FolderLocationChange[],
): OfFolder[] {
  const onSecrets = grantable.conditionalActions('secrets', SECRET_ACTIONS);
  const above = new Set(places.flatMap(({ before }) => aboveOf(before)));
  const list = (subject: FolderSubject, chosen: readonly FolderLocationChange[]): OfFolder[] => {
    const actions = grantable.conditionalActions(subject, FOLDER_ACTIONS[subject]);
    if (actions.length === 0) return [];
    return chosen.map((place) => {
      const [before, after] = [asked(subject, place.before), asked(subject, place.after)];
      return { subject, actions, before, after, place };
    });
  };
  const ofSecrets = (place: FolderLocationChange): OfFolder => {
    const at = (side: FolderLocation) => attributesOfLabels(anySecretIn(side));
    const [before, after] = [at(place.before), at(place.after)];
    return { subject: 'secrets', actions: onSecrets, before, after, place };
  };
  return [
    ...(onSecrets.length > 0 ? places.map(ofSecrets) : []),
    ...FOLDER_SUBJECTS.flatMap((subject) =>
      list(
        subject,
        subject === 'secret-folders'
          ? places.filter(({ before }) => above.has(keyOf(before)))
          : places,
      ),
    ),
  ];
}

/** A folder is decided on by the folder above. */
const aboveOf = ({ environment, secretPath }: FolderLocation): string[] =>
  secretPath === ROOT_PATH ? [] : [keyOf({ environment, secretPath: parentPath(secretPath) })];

const keyOf = ({ environment, secretPath }: FolderLocation): string =>
  `${environment} ${secretPath}`;

const asked = (subject: FolderSubject, place: FolderLocation) => ({
  ...place,
  ...(subject === 'secret-event-subscriptions' ? { connectionId: null } : {}),
});
