import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_KIND_NAMES } from '../../src/events/log/event-kinds.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
let admin: Caller;
let project: TestProject;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
});

type Asked = readonly [method: 'get' | 'post' | 'put', path: string, body?: object];

const EVENTS = '/api/v1/events/subscribe/project-events';
const rule = (more: object) => [{ subject: 'secrets', action: ['read'], ...more }];
const aRole = (permissions: readonly object[], more: object = {}): Asked => [
  'post',
  '/api/v1/organization/roles',
  { slug: 'misspelt', name: 'Misspelt', permissions, ...more },
];
const aProjectRole = (permissions: readonly object[]): Asked => [
  'post',
  `/api/v1/projects/${project.id}/roles`,
  { slug: 'misspelt', name: 'Misspelt', permissions },
];
const aPreview = (permissions: readonly object[]): Asked => [
  'post',
  `/api/v1/projects/${project.id}/permissions/preview`,
  { change: { roleSlug: 'viewer', permissions } },
];
const aQuestion = (what: 'explain' | 'who-can', more: object): Asked => [
  'post',
  `/api/v1/projects/${project.id}/permissions/${what}`,
  { identityId: admin.id, subject: 'secrets', action: 'read', ...more },
];
const aMatrix = (question: object): Asked => [
  'post',
  `/api/v1/projects/${project.id}/permissions/matrix`,
  { questions: [{ subject: 'secrets', action: 'read', ...question }] },
];
const aV1Privilege = (kind: string, more: object): Asked => [
  'post',
  '/api/v1/additional-privilege/identity/permanent',
  { identityId: admin.id, projectSlug: project.slug, [kind]: more },
];
const aPrivilege = (path: string, permissions: readonly object[]): Asked => [
  'post',
  path,
  {
    ...{ identityId: admin.id, userId: admin.id, projectId: project.id, permissions },
    type: { isTemporary: false },
  },
];
const aSubscription = (register: readonly object[], path = EVENTS): Asked => [
  'post',
  path,
  { projectId: project.id, register },
];
const aSearch = (search: object): Asked => ['post', '/api/v1/identities/search', { search }];
const inDev = (more: string) =>
  `/api/v4/secrets?projectId=${project.id}&environment=dev&${more}` as const;

async function answerTo([method, path, body]: Asked) {
  const request = admin.http[method](path);
  const { status, text, headers } = await (body ? request.send(body) : request);
  return { status, text, hint: headers['x-hint'] as string | undefined };
}

const PRIVILEGES = [
  '/api/v2/identity-project-additional-privilege',
  '/api/v1/user-project-additional-privilege',
];
const IN_V1 = { subject: 'secrets', conditions: { environment: 'dev' } };

describe('a misspelt word is refused, and the nearest one proposed, at every door', () => {
  it.each<readonly [string, string, () => Asked]>([
    ['subject, in a role', "'secrets'", () => aProjectRole(rule({ subject: 'secerts' }))],
    [
      'subject, in a role of the organization',
      "'identity'",
      () => aRole([{ subject: 'identities', action: 'read' }]),
    ],
    ['subject, in a question', "'secrets'", () => aQuestion('explain', { subject: 'Secret' })],
    [
      'subject, in who-can',
      "'pam-folders' or 'secret-folders'",
      () => aQuestion('who-can', { subject: 'folders' }),
    ],
    ['subject, in a matrix', "'secrets'", () => aMatrix({ subject: 'secerts' })],
    ['subject, in a preview', "'tags'", () => aPreview([{ subject: 'tag', action: 'read' }])],
    ['action, in a role', "'edit'", () => aProjectRole(rule({ action: ['edti'] }))],
    [
      'action, in a role of the organization',
      "'create'",
      () => aRole([{ subject: 'role', action: ['creat'] }]),
    ],
    ['action, in a question', "'readValue'", () => aQuestion('explain', { action: 'readVal' })],
    ['action, in who-can', "'describeSecret'", () => aQuestion('who-can', { action: 'describe' })],
    ['action, in a matrix', "'readValue'", () => aMatrix({ action: 'read_value' })],
    ['action, in a preview', "'delete'", () => aPreview(rule({ action: 'deleet' }))],
    ...PRIVILEGES.map(
      (path) =>
        [`action, at ${path}`, "'read'", () => aPrivilege(path, rule({ action: 'raed' }))] as const,
    ),
    [
      'action, in a v1 privilege',
      "'read'",
      () => aV1Privilege('privilegePermission', { ...IN_V1, actions: ['raed'] }),
    ],
    [
      'action, in an older v1 privilege',
      "'write'",
      () => aV1Privilege('permissions', [{ ...IN_V1, action: 'wriet' }]),
    ],
    ['condition', "'environment'", () => aProjectRole(rule({ conditions: { enviroment: 'dev' } }))],
    [
      'attribute, in a question',
      "'secretPath'",
      () => aQuestion('explain', { attributes: { secretpath: '/' } }),
    ],
    [
      'operator',
      "'$glob'",
      () => aProjectRole(rule({ conditions: { secretPath: { $golb: '/*' } } })),
    ],
    ['operator, of a search', "'$contains'", () => aSearch({ name: { $contain: 'a' } })],
    ['operator, around a search', "'$or'", () => aSearch({ $ro: [] })],
    ['event kind', "'secret:update'", () => aSubscription([{ event: 'secret.updated' }])],
    [
      'event kind, of a ticket',
      "'role:create'",
      () => aSubscription([{ event: 'roles:create' }], `${EVENTS}/ticket`),
    ],
    [
      'event kind, in a query',
      "'secret:delete'",
      () => [
        'get',
        `${EVENTS}?projectId=${project.id}&register=${encodeURIComponent('[{"event":"secret:deleet"}]')}`,
      ],
    ],
    ['property of a strict body', "'permissions'", () => aRole([], { permisions: [] })],
    [
      'property of a rule of the organization',
      "'action'",
      () => aRole([{ subject: 'role', action: 'read', actoin: 'read' }]),
    ],
    ['value of a query', "'strict'", () => ['get', inDev('expandSecretReferences=stirct')]],
    [
      'permission of a service token',
      "'read'",
      () => [
        'post',
        '/api/v2/service-token',
        {
          workspaceId: project.id,
          name: 'a',
          permissions: ['raed'],
          scopes: [{ environment: 'dev', secretPath: '/' }],
        },
      ],
    ],
    [
      'usage of a key',
      "'digital_signature'",
      () => [
        'post',
        '/api/v1/cert-manager/certificate-policies',
        { projectId: project.id, name: 'a', keyUsages: { allowed: ['digital_signatur'] } },
      ],
    ],
  ])('%s: %s', async (_, expected, asked) => {
    const { status, text } = await answerTo(asked());

    expect([status, text]).toEqual([422, expect.stringContaining(`Did you mean ${expected}?`)]);
  });

  it('every kind of event, for a slip of the fingers', async () => {
    // Without its last but one letter; in `bypass` the same as the last.
    const slip = (kind: string) => `${kind.slice(0, -2)}${kind.at(-1)}`;
    const entries = EVENT_KIND_NAMES.map((kind) => ({ event: slip(kind) }));
    for (let at = 0; at < entries.length; at += 10) {
      const { text } = await answerTo(aSubscription(entries.slice(at, at + 10)));
      for (const kind of EVENT_KIND_NAMES.slice(at, at + 10))
        expect(text).toContain(`Did you mean '${kind}'?`);
    }
  });
});

describe('a misspelt name that clients may send is ignored, and told', () => {
  it.each<readonly [string, string, () => Asked]>([
    [
      'a query parameter',
      "secretpath. Did you mean 'secretPath'?",
      () => ['get', inDev('secretpath=/')],
    ],
    [
      'the second of two',
      "recursiv. Did you mean 'recursive'?",
      () => ['get', inDev('secretpath=/&recursiv=true')],
    ],
    [
      'one beside others',
      "recursiv. Did you mean 'recursive'? Ignored, as no field has this name: x.",
      () => ['get', inDev('x=1&recursiv=true')],
    ],
    [
      'a field within a list',
      "register.conditions.secretpath. Did you mean 'secretPath'?",
      () =>
        aSubscription(
          [{ event: 'secret:update', conditions: { environmentSlug: 'dev', secretpath: '/a' } }],
          `${EVENTS}/ticket`,
        ),
    ],
  ])('%s', async (_, expected, asked) => {
    const { status, hint } = await answerTo(asked());

    expect([status, hint]).toEqual([200, expect.stringContaining(`name: ${expected}`)]);
  });
});
