import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../errors/api-error.js';
import { listRequestOf, SEARCH_SCHEMA, searchOf } from './list-request.js';
import { project, projectionOf } from './projection.js';

describe('the page of a list', () => {
  it.each([
    [{}, { startIndex: 1, count: 100 }],
    [
      { startIndex: '0', count: '-1' },
      { startIndex: 1, count: 0 },
    ],
    [
      { startIndex: '-5', count: '0' },
      { startIndex: 1, count: 0 },
    ],
    [{ count: '1000000000' }, { count: 200 }],
    [{ startIndex: '1000000000000000000' }, { startIndex: Number.MAX_SAFE_INTEGER }],
  ])('of %j is %j', (query, page) => {
    expect(listRequestOf(query)).toMatchObject(page);
    const numbers = Object.fromEntries(Object.entries(query).map(([k, v]) => [k, Number(v)]));
    expect(searchOf({ schemas: [SEARCH_SCHEMA], ...numbers })).toMatchObject(page);
  });

  it.each([{ startIndex: '1.5' }, { count: 'abc' }, { count: '1e3' }, { startIndex: ' 1' }])(
    'refuses %j (invalidValue)',
    (query) => {
      expect(() => listRequestOf(query)).toThrow(
        expect.objectContaining({ code: 'scim-invalid-value' }),
      );
    },
  );

  it.each([
    { count: 1.5 },
    { count: 'x' },
    { filter: 1 },
    { attributes: 'id' },
    { attributes: [1] },
  ])('refuses a search with %j (invalidValue)', (body) => {
    expect(() => searchOf({ schemas: [SEARCH_SCHEMA], ...body })).toThrow(ApiError);
  });
});

describe('a resource in part', () => {
  const ANN = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: '1',
    userName: 'ann',
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ value: 'a@x', type: 'work' }],
    active: true,
  };
  const { schemas, id } = ANN;

  it.each<[string | undefined, string | undefined, object]>([
    [undefined, undefined, ANN],
    ['userName', undefined, { schemas, id, userName: 'ann' }],
    ['USERNAME, active', undefined, { schemas, id, userName: 'ann', active: true }],
    ['name.familyName', undefined, { schemas, id, name: { familyName: 'Lee' } }],
    ['emails.type', undefined, { schemas, id, emails: [{ type: 'work' }] }],
    ['urn:ietf:params:scim:schemas:core:2.0:User:active', undefined, { schemas, id, active: true }],
    ['password', undefined, { schemas, id }],
    ['*,"', undefined, ANN],
    [
      undefined,
      'id,schemas,emails,name.givenName',
      { schemas, id, userName: 'ann', name: { familyName: 'Lee' }, active: true },
    ],
    [undefined, 'unknown', ANN],
    ['userName,active', 'active', { schemas, id, userName: 'ann' }],
  ])('with attributes %j and without %j', (attributes, excluded, shown) => {
    expect(project(ANN, projectionOf(attributes, excluded))).toEqual(shown);
  });
});
