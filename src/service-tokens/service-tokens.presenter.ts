import { ApiProperty } from '@nestjs/swagger';
import type { ServiceTokenRecord } from './service-tokens.repository.js';

const TIME_OR_NULL = { type: 'string', format: 'date-time', nullable: true } as const;
const ALWAYS_NULL = {
  type: 'string',
  nullable: true,
  example: null,
  description: 'Always null: nothing is encrypted by clients',
} as const;

class ServiceTokenReachView {
  @ApiProperty({ description: 'Slug of the environment', example: 'dev' })
  environment: string;
  @ApiProperty({ description: 'A folder, or a pattern over folders', example: '/apps/**' })
  secretPath: string;
}

class ServiceTokenMakerView {
  @ApiProperty({ format: 'uuid' })
  _id: string;
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['identity', 'user'] })
  kind: 'identity' | 'user';
  @ApiProperty({
    description: 'The name of an identity, the e-mail address of a person',
    example: 'ann@example.org',
  })
  name: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class ServiceTokenView {
  @ApiProperty({ format: 'uuid' })
  _id: string;
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'nightly build' })
  name: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the project' })
  workspace: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the project' })
  projectId: string;
  @ApiProperty({ type: [ServiceTokenReachView], description: 'Where it reaches' })
  scopes: readonly ServiceTokenReachView[];
  @ApiProperty({ type: [String], enum: ['read', 'write'], isArray: true, example: ['read'] })
  permissions: readonly string[];
  @ApiProperty({ format: 'date-time', description: 'When it ends' })
  expiresAt: string;
  @ApiProperty({ ...TIME_OR_NULL, description: 'When it was last used; a minute late at most' })
  lastUsed: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the identity or person that made it' })
  createdBy: string;
  @ApiProperty({ type: ServiceTokenMakerView, description: 'The identity or person that made it' })
  user: ServiceTokenMakerView;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Id of the client secret, token, way to sign in or console session that it was made with; null where a person made it',
  })
  credentialId: string | null;
  @ApiProperty({
    description: 'Whether it works only while, and from where, that credential does',
    example: false,
  })
  endsWithCredential: boolean;
  @ApiProperty({ type: 'integer', description: 'Always 0', example: 0 })
  __v: number;
  @ApiProperty({ description: 'Always empty', example: '' })
  secretHash: string;
  @ApiProperty(ALWAYS_NULL)
  encryptedKey: null;
  @ApiProperty(ALWAYS_NULL)
  iv: null;
  @ApiProperty(ALWAYS_NULL)
  tag: null;
}

export function presentServiceToken(token: ServiceTokenRecord): ServiceTokenView {
  const { id, name, projectId, scopes, permissions, maker } = token;
  return {
    _id: id,
    id,
    name,
    workspace: projectId,
    projectId,
    scopes: scopes.map(({ environment, secretPath }) => ({ environment, secretPath })),
    permissions,
    expiresAt: token.expiresAt.toISOString(),
    lastUsed: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
    updatedAt: token.updatedAt.toISOString(),
    createdBy: maker.id,
    user: {
      _id: maker.id,
      ...{ id: maker.id, kind: maker.kind, name: maker.name },
      createdAt: new Date(maker.createdAt).toISOString(),
      updatedAt: new Date(maker.updatedAt).toISOString(),
    },
    credentialId: token.credentialId,
    endsWithCredential: token.endsWithCredential,
    __v: 0,
    secretHash: '',
    encryptedKey: null,
    iv: null,
    tag: null,
  };
}
