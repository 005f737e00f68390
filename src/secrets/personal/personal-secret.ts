import type { UserActor } from '../../auth/actor.js';
import type { SecretOptions } from '../../database/entities/secret.entity.js';
import type { ProjectAccess } from '../../access/access.service.js';
import {
  type MetadataItem,
  type OpenSecret,
  optionsIn,
  type SealedSecret,
  type SecretChanges,
} from '../secret.js';

/** What tells one state of a personal secret from every other. */
export interface PersonalState {
  readonly id: string;
  /** The shared secret that it is a personal value of. */
  readonly secretId: string;
  readonly userId: string;
  readonly version: number;
}

/** A personal secret as it is stored. */
export interface SealedPersonal extends PersonalState {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly sealed: Buffer;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is sealed of a personal secret: all that its holder set. */
export interface PersonalContent {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataItem[];
  readonly options: Readonly<Partial<SecretOptions>>;
}

/** The content after a change of this one; null: of a new one. */
export const contentAfter = (
  before: PersonalContent | null,
  { secretValue, secretComment, secretMetadata, options }: SecretChanges,
): PersonalContent => ({
  value: secretValue ?? before?.value ?? '',
  comment: secretComment ?? before?.comment ?? '',
  metadata: secretMetadata ?? before?.metadata ?? [],
  options: { ...before?.options, ...options },
});

/** The holder, who asks, and the shared secret. */
interface Held {
  readonly actor: UserActor;
  readonly project: ProjectAccess;
  readonly twin: SealedSecret;
}

/** A personal secret as its holder sees it: in the place, and with the tags, of the shared one. */
export const openedAs = (
  { actor, project, twin }: Held,
  { id, version, createdAt, updatedAt }: Omit<SealedPersonal, 'sealed' | 'salt' | 'keyVersion'>,
  { value, comment, metadata, options }: PersonalContent,
): OpenSecret => ({
  ...twin,
  ...optionsIn(options),
  ...{ id, version, createdAt, updatedAt, value, comment, metadata },
  isPersonal: true,
  isHidden: false,
  actorId: actor.userId,
  actorKind: actor.kind,
  actorName: actor.name,
  actorMembershipId: project.membershipId,
});
