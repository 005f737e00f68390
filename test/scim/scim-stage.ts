import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aProvider, type Provider } from '../support/scim-scene.js';

export const server = useApp();
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
export let ours: Provider;
export let theirs: Provider;

beforeAll(async () => {
  [ours, theirs] = [await aProvider(server), await aProvider(server)];
});

export const unique = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}@example.org`;
export const bodyOf = (answer: { body: unknown }) => answer.body as Record<string, unknown>;
