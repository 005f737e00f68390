import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MASK } from '../../secrets/secret.js';
import type { ShownItem, TodaySecret } from './request-details.service.js';

class ProposedTagView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'payments' })
  slug: string;
  @ApiProperty({ example: 'payments' })
  name: string;
  @ApiProperty({ type: String, nullable: true })
  color: string | null;
}

class ProposedMetadataView {
  @ApiProperty()
  key: string;
  @ApiProperty()
  value: string;
  @ApiProperty()
  isEncrypted: boolean;
}

class BaseVersionView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ type: 'integer', example: 3 })
  version: number;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
}

const MASKED =
  'Masked where the policy does not govern it, for who neither proposed nor decides, and may not describe it there';
const READABLE = 'Whether the caller is shown the value where values are asked for';

class TodayView extends BaseVersionView {
  @ApiProperty({ example: 's3cret' })
  secretValue: string;
  @ApiProperty()
  secretValueHidden: boolean;
  @ApiProperty({ description: READABLE })
  secretValueReadable: boolean;
  @ApiProperty({ example: 'Rotated every quarter' })
  secretComment: string;
}

export class CommitView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['create', 'update', 'delete'] })
  op: string;
  @ApiProperty({ example: 'DB_PASSWORD', description: MASKED })
  secretKey: string;
  @ApiProperty({ type: String, nullable: true, example: 'prod' })
  environment: string | null;
  @ApiProperty({ example: '/apps', description: MASKED })
  secretPath: string;
  @ApiPropertyOptional({ description: 'What an update calls it' })
  newSecretName?: string;
  @ApiPropertyOptional({ description: 'Where an update moves it', example: 'prod' })
  newEnvironment?: string;
  @ApiPropertyOptional({ description: 'Where an update moves it' })
  newSecretPath?: string;
  @ApiPropertyOptional({
    description: 'Absent for a deletion, and once the request has ended',
    example: 's3cret',
  })
  secretValue?: string;
  @ApiProperty({ description: 'The value is masked, or not there' })
  secretValueHidden: boolean;
  @ApiProperty({ description: READABLE })
  secretValueReadable: boolean;
  @ApiProperty({ example: 'Rotated every quarter' })
  secretComment: string;
  @ApiProperty({ type: [ProposedTagView] })
  tags: readonly ProposedTagView[];
  @ApiProperty({ type: [ProposedMetadataView] })
  secretMetadata: readonly ProposedMetadataView[];
  @ApiProperty({ type: Boolean, nullable: true, example: false })
  skipMultilineEncoding: boolean | null;
  @ApiProperty({
    type: TodayView,
    nullable: true,
    description: 'As it is today',
    example: {
      ...{ id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', version: 3, secretKey: 'DB_PASSWORD' },
      ...{ secretValue: 's3cret', secretValueHidden: false, secretValueReadable: true },
      ...{ secretComment: '' },
    },
  })
  secret: TodayView | null;
  @ApiProperty({
    type: BaseVersionView,
    nullable: true,
    description: 'What it was made from',
    example: { id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', version: 3, secretKey: 'DB_PASSWORD' },
  })
  secretVersion: BaseVersionView | null;
}

export function presentCommit(shown: ShownItem): CommitView {
  const { item, isReadable, isValueHidden, isMetadataHidden, tags, today } = shown;
  const metadata = item.content?.metadata ?? [];
  return {
    ...{ id: item.id, op: item.op },
    ...presentPlaces(shown),
    ...(item.content === null ? {} : { secretValue: isValueHidden ? MASK : item.content.value }),
    secretValueHidden: isValueHidden,
    secretValueReadable: isReadable,
    secretComment: item.content?.comment ?? '',
    tags: tags.map(({ id, slug, name, color }) => ({ id, slug, name, color })),
    secretMetadata: metadata.map((each) =>
      each.isEncrypted && isMetadataHidden ? { ...each, value: MASK } : each,
    ),
    skipMultilineEncoding: item.more.options?.skipMultilineEncoding ?? null,
    secret: today && presentToday(today),
  };
}

/** One end of a move may be masked for who sees the other. */
function presentPlaces({ item, isNamed, isNextNamed, place, nextPlace }: ShownItem) {
  const { secretId, baseVersion, newKey } = item;
  const version = { id: secretId!, version: baseVersion ?? 1, secretKey: item.key };
  return {
    secretKey: isNamed ? item.key : MASK,
    environment: isNamed ? (place?.environment ?? null) : null,
    secretPath: isNamed ? (place?.secretPath ?? item.secretPath) : MASK,
    ...(newKey === null ? {} : { newSecretName: isNextNamed ? newKey : MASK }),
    ...(nextPlace
      ? {
          newEnvironment: isNextNamed ? nextPlace.environment : MASK,
          newSecretPath: isNextNamed ? nextPlace.secretPath : MASK,
        }
      : {}),
    secretVersion: secretId === null || !isNamed ? null : version,
  };
}

const presentToday = (secret: TodaySecret): TodayView => ({
  ...{ id: secret.id, version: secret.version, secretKey: secret.key },
  ...{ secretValue: secret.value, secretValueHidden: secret.isHidden },
  ...{ secretValueReadable: secret.isReadable, secretComment: secret.comment },
});
