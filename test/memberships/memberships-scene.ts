import type { Test } from 'supertest';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

export const server = useApp();

export const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);

export const source = () => server.database.source;
export const START = '2026-01-01T00:00:00.000Z';

/** As Terraform sends it: what stands beside `isTemporary: false` says nothing. */
export const permanent = (role: string) => ({
  role,
  isTemporary: false,
  temporaryMode: '',
  temporaryRange: '',
  temporaryAccessStartTime: '0001-01-01T00:00:00Z',
});

export const temporary = (
  role: string,
  temporaryRange = '100y',
  temporaryAccessStartTime = START,
) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime,
});

export interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly url: string;
}

export async function aStage(): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, url: `/api/v1/projects/${project.id}/identity-memberships` };
}

export async function aRole(stage: Stage, permissions: readonly Rule[], slug = 'deployer') {
  const answer = await stage.admin.http
    .post(`/api/v1/projects/${stage.project.id}/roles`)
    .send({ slug, name: 'Deployer', permissions })
    .expect(200);
  return (answer.body as { role: { id: string; slug: string } }).role;
}
