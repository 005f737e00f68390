import { ApiProperty } from '@nestjs/swagger';
import { invalid } from '../../errors/api-error.js';
import type { BindingKeyDraft, BindingKeyRecord } from './binding-key.js';
import type { CreateBindingKeyDto } from './binding-keys.dto.js';
import type { NewBindingKey } from './binding-keys.service.js';

export class BindingKeyView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid', description: 'The key id that the client is given' })
  eabKid: string;
  @ApiProperty({ example: 'web servers in Zürich' })
  name: string;
  @ApiProperty({
    ...{ type: Number, nullable: true, example: 1 },
    description: 'How many accounts it may bind; null for any number',
  })
  maxUses: number | null;
  @ApiProperty({ example: 0, description: 'How many accounts it has bound' })
  uses: number;
  @ApiProperty({
    ...{ type: String, nullable: true, format: 'date-time' },
    description: 'When it binds no further account; null for never',
  })
  expiresAt: string | null;
  @ApiProperty({
    ...{ type: [String], nullable: true, example: ['*.example.org'] },
    description: 'Patterns of the names that its accounts may have; null for all of the policy',
  })
  allowedNames: readonly string[] | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

export class NewBindingKeyView extends BindingKeyView {
  @ApiProperty({
    example: 'y3m4Zp9sQ0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6Q',
    description: 'The key that the client is given: HMAC, in base64url; shown this once',
  })
  eabSecret: string;
}

export function presentBindingKey(key: BindingKeyRecord): BindingKeyView {
  const { id, name, maxUses, uses, expiresAt, allowedNames, createdAt } = key;
  return {
    ...{ id, eabKid: id, name, maxUses, uses, expiresAt: expiresAt?.toISOString() ?? null },
    ...{ allowedNames, createdAt: createdAt.toISOString() },
  };
}

export const presentNewBindingKey = ({ key, secret }: NewBindingKey): NewBindingKeyView => ({
  ...presentBindingKey(key),
  eabSecret: secret,
});

/** Throws 422 for an end that is past already. */
export function bindingKeyDraftOf(dto: CreateBindingKeyDto): BindingKeyDraft {
  const { name, maxUses = null, allowedNames = null } = dto;
  const expiresAt = dto.expiresAt ? new Date(dto.expiresAt) : null;
  if (expiresAt && expiresAt <= new Date())
    throw invalid([
      { code: 'too_small', path: ['expiresAt'], message: 'Expected a time in the future' },
    ]);
  return { name, maxUses, expiresAt, allowedNames };
}
