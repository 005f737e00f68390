import type { Shape } from './wire-client.js';

export const LOGIN: Shape = {
  accessToken: 'string',
  expiresIn: 'integer',
  accessTokenMaxTTL: 'integer',
  tokenType: 'string',
};

/** What Python 1.0.1 cannot do without, which is more than any other asks. */
export const SECRET: Shape = {
  id: 'string',
  _id: 'string',
  workspace: 'string',
  environment: 'string',
  version: 'integer',
  type: 'string',
  secretKey: 'string',
  secretValue: 'string',
  secretComment: 'string',
  createdAt: 'time',
  updatedAt: 'time',
};

/** What Terraform, the CLI and the operator read on top. */
export const FULL_SECRET: Shape = {
  ...SECRET,
  secretPath: 'string',
  secretValueHidden: 'boolean',
  tags: [{ id: 'string', slug: 'string', name: 'string', 'color?': 'string' }],
  secretMetadata: [{ key: 'string', value: 'string' }],
};

export const PROJECT: Shape = {
  id: 'string',
  _id: 'string',
  name: 'string',
  slug: 'string',
  type: 'string',
  orgId: 'string',
  'description?': 'string',
  environments: [{ id: 'string', name: 'string', slug: 'string' }],
  hasDeleteProtection: 'boolean',
  'auditLogsRetentionDays?': 'integer',
  'kmsSecretManagerKeyId?': 'string',
  version: 'integer',
  createdAt: 'time',
  updatedAt: 'time',
};

export const FOLDER: Shape = { id: 'string', name: 'string' };

export const ENVIRONMENT: Shape = {
  id: 'string',
  name: 'string',
  slug: 'string',
  position: 'integer',
  projectId: 'string',
};

const TRUSTED_IP: Shape = { ipAddress: 'string', type: 'string', 'prefix?': 'integer' };

export const UNIVERSAL_AUTH: Shape = {
  id: 'string',
  clientId: 'string',
  identityId: 'string',
  accessTokenTTL: 'integer',
  accessTokenMaxTTL: 'integer',
  accessTokenNumUsesLimit: 'integer',
  clientSecretTrustedIps: [TRUSTED_IP],
  accessTokenTrustedIps: [TRUSTED_IP],
};

export const CLIENT_SECRET: Shape = {
  id: 'string',
  description: 'string',
  clientSecretPrefix: 'string',
  clientSecretNumUses: 'integer',
  clientSecretNumUsesLimit: 'integer',
  clientSecretTTL: 'integer',
  identityUAId: 'string',
  isClientSecretRevoked: 'boolean',
  createdAt: 'time',
  updatedAt: 'time',
};
