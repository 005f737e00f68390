import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { PrefetchedProject, projectHintFromUrl } from './prefetched-project.js';

const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const OTHER = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3b';
const request = (method: string, url: string) => ({ method, url }) as Request;

describe('seemsToName', () => {
  it.each([
    [`/api/v3/secrets/raw?workspaceId=${ID}`, { id: ID }],
    [`/api/v4/secrets?environment=dev&projectId=${ID}&secretPath=/`, { id: ID }],
    ['/api/v3/secrets/raw?workspaceSlug=my-project-1', { slug: 'my-project-1' }],
    [`/api/v3/secrets/raw?projectSlug=mine&workspaceId=${ID}`, { id: ID }],
    [`/api/v3/secrets/raw?workspaceId=${'-'.repeat(36)}`, null],
    [`/api/v3/secrets/raw?workspaceId=${ID}0`, null],
    ['/api/v3/secrets/raw?projectSlug=a%00b', null],
    [`/api/v3/secrets/raw/projectId=${ID}`, null],
    ['/api/v1/projects', null],
  ])('takes %s for %j', (url, key) => {
    expect(projectHintFromUrl(request('GET', url))).toEqual(key);
  });

  it('guesses at nothing for a change', () => {
    expect(projectHintFromUrl(request('DELETE', `/api/v4/secrets?projectId=${ID}`))).toBeNull();
  });
});

describe('AskedProject', () => {
  const scope = {
    ...{ id: ID, slug: 'mine', orgId: OTHER, epoch: '1', membershipId: OTHER, head: '7' },
    now: new Date(0),
  };

  it('is had by id or by slug', () => {
    expect(new PrefetchedProject(scope).take({ id: ID })).toBe(scope);
    expect(new PrefetchedProject(scope).take({ slug: 'mine' })).toBe(scope);
  });

  it('is not had by another key', () => {
    expect(new PrefetchedProject(scope).take({ id: OTHER })).toBeNull();
    expect(new PrefetchedProject(scope).take({ slug: ID })).toBeNull();
  });

  it('is had once, whatever was asked for first', () => {
    const asked = new PrefetchedProject(scope);
    asked.take({ id: OTHER });

    expect(asked.take({ id: ID })).toBeNull();
  });
});
