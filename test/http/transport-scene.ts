import { beforeAll, expect } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { type RawAnswer } from '../support/raw-http.js';
import { aScene, type Caller } from '../support/scene.js';

export const ROLES = '/api/v1/organization/roles';
export const PROJECTS = '/api/v1/projects';
export const REQ_ID = /^req-[A-Za-z0-9]{14}$/;
export const CANARY = 'canary-5f1c09c6';
export const server = useApp();
export let admin: Caller;
let slugs = 0;

beforeAll(async () => {
  ({ admin } = await aScene(server));
});

export const bearer = () => `Authorization: Bearer ${admin.token}`;
export const JSON_TYPE = 'Content-Type: application/json';

export const role = (extra: object = {}) => ({
  slug: `role-${++slugs}`,
  name: 'Role',
  permissions: [{ subject: 'role', action: ['read'] }],
  ...extra,
});

export function expectError(answer: RawAnswer, statusCode: number, error: string): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(answer.text)).toEqual({
    reqId: expect.stringMatching(REQ_ID),
    statusCode,
    error,
    message: expect.anything(),
  });
  expect(answer.status).toBe(statusCode);
  expect(answer.text).not.toContain(CANARY);
}
