import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { TimeSlices } from '../http/limits/time-slices.js';
import type { OpenSecret, SecretOfProject } from './secret.js';
import type { ImportsOfProject } from './imports/imported-reads.service.js';
import type { WithBrokenReferences } from './references/broken-reference-report.js';
import { presentBrokenReferences } from '../projects/broken-references.presenter.js';
import type { SecretList } from './secret-reads.service.js';

class SecretActorView {
  @ApiProperty({ format: 'uuid' })
  actorId: string;
  @ApiProperty({ example: 'identity' })
  actorType: string;
  @ApiProperty({ example: 'ci' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  membershipId: string;
}

/** A secret as its creation answers it. Both spellings of the id: older clients decode `_id`. */
export class CreatedSecretView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  _id: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the project' })
  workspace: string;
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiProperty({ type: 'integer', example: 1 })
  version: number;
  @ApiProperty({
    enum: ['shared', 'personal'],
    example: 'shared',
    description: 'personal: what the caller holds for themselves, which nobody else sees',
  })
  type: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ example: 's3cret' })
  secretValue: string;
  @ApiProperty({ example: '' })
  secretComment: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiPropertyOptional({ type: 'string' })
  secretReminderNote?: string | undefined;
  @ApiPropertyOptional({ type: 'integer' })
  secretReminderRepeatDays?: number | undefined;
  @ApiProperty({ default: false })
  skipMultilineEncoding: boolean;
  @ApiProperty({ type: SecretActorView, description: 'Who wrote this version' })
  actor: SecretActorView;
  @ApiProperty({ example: false })
  isRotatedSecret: boolean;
}

class SecretMetadataView {
  @ApiProperty()
  key: string;
  @ApiProperty()
  value: string;
  @ApiProperty()
  isEncrypted: boolean;
}

class SecretTagView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'payments' })
  slug: string;
  @ApiProperty({ type: 'string', nullable: true })
  color: string | null;
  @ApiProperty({ example: 'payments' })
  name: string;
}

export class SecretView extends CreatedSecretView {
  @ApiProperty({ description: 'The value is masked: it was not asked for, or may not be read' })
  secretValueHidden: boolean;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ type: [SecretMetadataView] })
  secretMetadata: readonly SecretMetadataView[];
  @ApiProperty({ type: [SecretTagView] })
  tags: readonly SecretTagView[];
}

/** Secrets that a folder imports from another. */
export class ImportView {
  @ApiProperty({ example: '/shared' })
  secretPath: string;
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Absent where there is no such folder yet' })
  folderId?: string;
  @ApiProperty({ type: [SecretView] })
  secrets: readonly SecretView[];
}

export function presentCreatedSecret(projectId: string, secret: OpenSecret): CreatedSecretView {
  const { reminderNote, reminderRepeatDays } = secret;
  return {
    id: secret.id,
    _id: secret.id,
    workspace: projectId,
    environment: secret.environment,
    version: secret.version,
    type: secret.isPersonal ? 'personal' : 'shared',
    secretKey: secret.key,
    secretValue: secret.value,
    secretComment: secret.comment,
    createdAt: secret.createdAt.toISOString(),
    updatedAt: secret.updatedAt.toISOString(),
    // JSON leaves out what is undefined; to spread it would cost a list as much as all else here.
    secretReminderNote: reminderNote ?? undefined,
    secretReminderRepeatDays: reminderRepeatDays ?? undefined,
    skipMultilineEncoding: secret.skipMultilineEncoding ?? false,
    actor: {
      actorId: secret.actorId,
      actorType: secret.actorKind,
      name: secret.actorName,
      membershipId: secret.actorMembershipId,
    },
    isRotatedSecret: false,
  };
}

export const presentSecret = (projectId: string, secret: OpenSecret): SecretView =>
  Object.assign(presentCreatedSecret(projectId, secret), {
    secretValueHidden: secret.isHidden,
    secretPath: secret.secretPath,
    secretMetadata: secret.metadata,
    tags: (secret.tags ?? []).map(({ id, slug, color, name }) => ({ id, slug, color, name })),
  });

/** A changed or deleted secret, with the secrets that still refer to a name it lost. */
export const presentChangedSecret = ({
  projectId,
  secret,
  brokenReferences,
}: SecretOfProject & WithBrokenReferences) => ({
  secret: presentSecret(projectId, secret),
  ...presentBrokenReferences(brokenReferences),
});

/** A folder's secrets and, where they were asked for, what it imports. */
export async function presentList({ projectId, secrets, imports }: SecretList): Promise<{
  readonly secrets: readonly SecretView[];
  readonly imports?: readonly ImportView[];
}> {
  return {
    secrets: await presentSecrets(projectId, secrets),
    ...(imports ? { imports: await presentImports({ projectId, imports }) } : {}),
  };
}

export async function presentImports({
  projectId,
  imports,
}: ImportsOfProject): Promise<ImportView[]> {
  const views: ImportView[] = [];
  for (const each of imports)
    views.push({ ...each, secrets: await presentSecrets(projectId, each.secrets) });
  return views;
}

/** Presents in slices, between which others are served: a folder may hold tens of thousands. */
const presentSecrets = (projectId: string, secrets: readonly OpenSecret[]) =>
  new TimeSlices().map(secrets, (secret) => presentSecret(projectId, secret));
