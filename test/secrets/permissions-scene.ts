import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  anItem,
  at,
  named,
  type Secret,
  type SecretScene,
  sendBatch,
  V3,
  V4,
} from '../support/secrets-scene.js';

export const server = useApp();
export const MASK = '<hidden-by-infisical>';

export const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});

export const deny = (action: string, conditions: object): Rule => ({
  ...allow(action, conditions),
  inverted: true,
});

export const member = (scene: SecretScene, rules: string | readonly Rule[]) =>
  aMember(server, scene.project, scene.orgId, rules);

export const secretOf = ({ body }: { body: unknown }) => (body as { secret: Secret }).secret;

/** Every operation on a secret `A` of the root folder. */
export const operations = (
  caller: Caller,
  { dev }: Pick<SecretScene, 'dev'>,
  name = 'A',
  id: string = randomUUID(),
) => ({
  list: () => caller.http.get(at(V3, dev)),
  names: () => caller.http.get(at(V3, dev, { viewSecretValue: false })),
  get: () => caller.http.get(at(named(name), dev)),
  describe: () => caller.http.get(at(named(name), dev, { viewSecretValue: false })),
  getV4: () => caller.http.get(at(named(name, V4), { ...dev, projectId: dev.workspaceId })),
  getById: () => caller.http.get(`${V3}/id/${id}`),
  create: () => caller.http.post(named(`NEW_${name}`)).send(dev),
  batch: () => sendBatch(caller, dev, [anItem(`NEWER_${name}`)]),
  update: () => caller.http.patch(named(name)).send({ ...dev, secretComment: 'c' }),
  remove: () => caller.http.delete(named(name)).send(dev),
});
