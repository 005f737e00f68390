import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import { PATCH_SCHEMA, readPatch } from './patch-body.js';
import { patchUser } from './patch-user.js';
import type { UserAttributes } from './user-attributes.js';

const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const WORK = { value: 'ann@x.org', type: 'work', primary: true };
const HOME = { value: 'ann@home.org', type: 'home' };
const ANN: UserAttributes = {
  userName: 'ann',
  externalId: 'e1',
  displayName: 'Ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  active: true,
  emails: [WORK, HOME],
};
const READ_ONLY = {
  id: ID,
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  meta: { resourceType: 'User', created: '2026-11-21T12:00:00.000Z' },
  groups: [{ value: 'g1', display: 'Ops' }],
};
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';

const patched = (...operations: object[]): UserAttributes =>
  patchUser(ANN, readPatch({ schemas: [PATCH_SCHEMA], Operations: operations }), READ_ONLY);

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return 'none';
};

describe('patchUser', () => {
  it.each<[string, object, object]>([
    [
      'Entra without its flag',
      { op: 'Replace', path: 'active', value: 'False' },
      { active: false },
    ],
    ['Entra with its flag', { op: 'replace', path: 'active', value: false }, { active: false }],
    ['FALSE', { op: 'replace', path: 'active', value: 'FALSE' }, { active: false }],
    ['Okta, without a path', { op: 'replace', value: { active: false } }, { active: false }],
    [
      'a name in another case',
      { op: 'replace', path: 'USERNAME', value: 'bo' },
      { userName: 'bo' },
    ],
    ['a URN', { op: 'replace', path: `${CORE}:userName`, value: 'bo' }, { userName: 'bo' }],
    [
      'the schema as a key',
      { op: 'add', value: { [CORE]: { userName: 'bo' } } },
      { userName: 'bo' },
    ],
    [
      'dotted keys and URNs without a path',
      {
        op: 'replace',
        value: { 'name.givenName': 'Bo', displayName: 'B', [`${ENTERPRISE}:employeeNumber`]: '7' },
      },
      { name: { givenName: 'Bo', familyName: 'Lee' }, displayName: 'B' },
    ],
    [
      'a part of a name',
      { op: 'add', path: 'name', value: { givenName: 'Bo' } },
      { name: { givenName: 'Bo', familyName: 'Lee' } },
    ],
    [
      'a name without a part',
      { op: 'remove', path: 'name.givenName' },
      { name: { familyName: 'Lee' } },
    ],
    ['no name', { op: 'remove', path: 'name' }, { name: {} }],
    ['no externalId', { op: 'remove', path: 'externalId' }, { externalId: undefined }],
    [
      'null for a value',
      { op: 'replace', path: 'displayName', value: null },
      { displayName: undefined },
    ],
    [
      'an address by its type',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'bo@x.org' },
      { emails: [{ ...WORK, value: 'bo@x.org' }, HOME] },
    ],
    [
      'an address that is not there yet, as Entra needs it',
      { op: 'Replace', path: 'emails[type eq "other"].value', value: 'o@x.org' },
      { emails: [WORK, HOME, { value: 'o@x.org', type: 'other' }] },
    ],
    [
      'a new primary address, which unsets the former',
      { op: 'add', path: 'emails', value: [{ value: 'n@x.org', primary: true }] },
      { emails: [{ ...WORK, primary: false }, HOME, { value: 'n@x.org', primary: true }] },
    ],
    [
      'another primary address by its type',
      { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' },
      {
        emails: [
          { ...WORK, primary: false },
          { ...HOME, primary: true },
        ],
      },
    ],
    ['an address that is there', { op: 'add', path: 'emails', value: [WORK] }, {}],
    ['all addresses', { op: 'replace', path: 'emails', value: [HOME] }, { emails: [HOME] }],
    [
      'one address less',
      { op: 'remove', path: 'emails[value eq "ANN@home.org"]' },
      { emails: [WORK] },
    ],
    [
      'nothing, where the filter of a remove fits nothing',
      { op: 'remove', path: 'emails[type eq "x"]' },
      {},
    ],
    [
      'nothing of standard attributes that are not kept',
      { op: 'add', path: 'title', value: 'Dr' },
      {},
    ],
    [
      'nothing of phone numbers by type',
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      {},
    ],
    ['nothing of name.formatted', { op: 'replace', path: 'name.formatted', value: 'A L' }, {}],
    [
      'nothing of the manager as Entra sends it',
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'm1' },
      {},
    ],
    [
      'nothing of a whole extension',
      { op: 'add', value: { [ENTERPRISE]: { department: 'd' } } },
      {},
    ],
    [
      'roles with a primary as text',
      { op: 'Add', path: 'roles', value: [{ primary: 'True', value: 'x' }] },
      {},
    ],
    [
      'id, meta, schemas and groups without a path, as they are',
      {
        op: 'replace',
        value: {
          id: ID,
          meta: { resourceType: 'User' },
          schemas: READ_ONLY.schemas,
          groups: [{ value: 'g1' }],
          displayName: 'B',
        },
      },
      { displayName: 'B' },
    ],
  ])('makes of %s', (_, operation, changed) => {
    expect(patched(operation)).toEqual({ ...ANN, ...changed });
  });

  it.each<[string, object, string]>([
    ['active 0', { op: 'replace', path: 'active', value: 0 }, 'scim-invalid-value'],
    ['active null', { op: 'replace', path: 'active', value: null }, 'scim-invalid-value'],
    ['active "no"', { op: 'replace', path: 'active', value: 'no' }, 'scim-invalid-value'],
    ['active []', { op: 'replace', path: 'active', value: [] }, 'scim-invalid-value'],
    ['active without a value', { op: 'replace', path: 'active' }, 'scim-invalid-value'],
    ['active removed', { op: 'remove', path: 'active' }, 'scim-mutability'],
    ['userName removed', { op: 'remove', path: 'userName' }, 'scim-mutability'],
    ['userName empty', { op: 'replace', path: 'userName', value: ' ' }, 'scim-invalid-value'],
    [
      'userName of 321 characters',
      { op: 'replace', path: 'userName', value: 'x'.repeat(321) },
      'scim-invalid-value',
    ],
    [
      'a control character',
      { op: 'replace', path: 'displayName', value: 'a\nb' },
      'scim-invalid-value',
    ],
    ['another id without a path', { op: 'replace', value: { id: 'other' } }, 'scim-mutability'],
    [
      'another group without a path',
      { op: 'add', value: { groups: [{ value: 'g2' }] } },
      'scim-mutability',
    ],
    ['id by path', { op: 'replace', path: 'id', value: ID }, 'scim-mutability'],
    ['groups by path', { op: 'add', path: 'groups', value: [] }, 'scim-mutability'],
    ['meta by path', { op: 'replace', path: 'meta.created', value: 'x' }, 'scim-mutability'],
    ['an unknown attribute', { op: 'add', path: 'shoeSize', value: 1 }, 'scim-invalid-path'],
    [
      'an unknown attribute without a path',
      { op: 'add', value: { shoeSize: 1 } },
      'scim-invalid-path',
    ],
    ['__proto__ without a path', { op: 'add', value: { '__proto__.x': 1 } }, 'scim-invalid-path'],
    ['constructor without a path', { op: 'add', value: { constructor: {} } }, 'scim-invalid-path'],
    ['constructor by path', { op: 'add', path: 'constructor', value: {} }, 'scim-invalid-path'],
    ['an unknown URN', { op: 'add', path: 'urn:x:y:userName', value: 'a' }, 'scim-invalid-path'],
    [
      'an unknown name of a known extension',
      { op: 'add', path: `${ENTERPRISE}:x`, value: 1 },
      'scim-invalid-path',
    ],
    [
      'a filter on what is no list',
      { op: 'replace', path: 'name[givenName eq "a"]', value: {} },
      'scim-invalid-path',
    ],
    [
      'a replace whose filter fits nothing',
      { op: 'replace', path: 'emails[type eq "x"]', value: WORK },
      'scim-no-target',
    ],
    [
      'a replace by two conditions that fit nothing',
      { op: 'replace', path: 'emails[type eq "x" and primary eq true].value', value: 'a@b' },
      'scim-no-target',
    ],
    [
      'a part other than the value of a missing element',
      { op: 'replace', path: 'emails[type eq "x"].primary', value: true },
      'scim-no-target',
    ],
    ['remove without a path', { op: 'remove' }, 'scim-no-target'],
    [
      'remove of the value of an address',
      { op: 'remove', path: 'emails[type eq "work"].value' },
      'scim-mutability',
    ],
    [
      'two primary addresses',
      {
        op: 'replace',
        path: 'emails',
        value: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      },
      'scim-invalid-value',
    ],
    [
      'eleven addresses',
      {
        op: 'replace',
        path: 'emails',
        value: Array.from({ length: 11 }, (_, i) => ({ value: `a${i}@x` })),
      },
      'scim-invalid-value',
    ],
    ['an unknown op', { op: 'move', path: 'title' }, 'scim-invalid-syntax'],
    ['an op that is no text', { op: 1 }, 'scim-invalid-syntax'],
    ['a path that is no text', { op: 'add', path: 1 }, 'scim-invalid-path'],
    ['no object without a path', { op: 'add', value: 'x' }, 'scim-invalid-value'],
  ])('refuses %s', (_, operation, code) => {
    expect(codeOf(() => patched(operation))).toBe(code);
  });

  it('changes nothing of the user that it is given, and nothing at all where an operation fails', () => {
    const before = structuredClone(ANN);

    expect(
      codeOf(() =>
        patched(
          { op: 'replace', path: 'active', value: false },
          { op: 'add', path: 'x', value: 1 },
        ),
      ),
    ).toBe('scim-invalid-path');
    expect(ANN).toEqual(before);
  });

  it.each([
    {},
    { schemas: [PATCH_SCHEMA] },
    { schemas: [PATCH_SCHEMA], Operations: [] },
    { schemas: ['x'], Operations: [{ op: 'add', path: 'title' }] },
    { schemas: [PATCH_SCHEMA], Operations: {}, operations: [] },
  ])('refuses the body %j (invalidSyntax)', (body) => {
    expect(codeOf(() => readPatch(body))).toBe('scim-invalid-syntax');
  });

  it('changes nothing when an operation comes twice', () => {
    const path = fc.constantFrom(
      'userName',
      'displayName',
      'name.givenName',
      'emails[type eq "work"].value',
      'emails[type eq "new"].value',
    );
    const operation = fc.record({
      op: fc.constantFrom('add', 'replace'),
      path,
      value: fc.constantFrom('bo@x.org', 'cy@x.org'),
    });

    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) => {
        const once = patched(...operations);
        const last = operations.at(-1)!;
        expect(patched(...operations, last)).toEqual(once);
      }),
    );
  });
});
