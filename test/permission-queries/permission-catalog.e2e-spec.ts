import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CatalogSubject } from '../../src/permissions/catalog.js';
import { ORG_SUBJECTS } from '../../src/permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import { ruleProblems } from '../../src/permissions/rule-problems.js';
import type { SubjectTable } from '../../src/permissions/subject-table.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, anIdentity, type Caller } from '../support/scene.js';

const server = useApp();
let admin: Caller;

beforeAll(async () => {
  ({ admin } = await aScene(server));
});

interface Catalog {
  readonly project: readonly CatalogSubject[];
  readonly organization: readonly CatalogSubject[];
  readonly operators: readonly { readonly operator: string }[];
}

const TEXTS = new Set(['$eq', '$ne', '$glob']);
const operand = (operator: string) => (TEXTS.has(operator) ? '/a' : ['/a']);

/** The conditions that an entry of the catalog says a field can have: one for each operator. */
function conditionsOf({ operators, element }: CatalogSubject['conditions'][number]): object[] {
  const one = ([first]: readonly string[]) => ({ [first!]: operand(first!) });
  if (element) return [{ $elemMatch: { key: one(element.key), value: one(element.value) } }];
  return operators.map((operator) => ({ [operator]: operand(operator) }));
}

/** Every rule that an entry of the catalog says can be made: with one condition at most. */
const rulesOf = ({ subject, actions, conditions }: CatalogSubject): object[] => [
  ...actions.map(({ action }) => ({ subject, action: [action] })),
  ...conditions.flatMap((each) =>
    each.actions.flatMap((action) =>
      conditionsOf(each).map((condition) => ({
        subject,
        action: [action],
        conditions: { [each.field]: condition },
      })),
    ),
  ),
];

describe('GET /api/v1/permissions/catalog', () => {
  it.each([
    ['project', PROJECT_SUBJECTS],
    ['organization', ORG_SUBJECTS],
  ] as const)(
    'lists all that rules of the %s may say, and nothing that is refused',
    async (of, table: SubjectTable) => {
      const nobody = await anIdentity(server, admin.orgId, 'no-access');
      const { body } = await nobody.http.get('/api/v1/permissions/catalog').expect(200);
      const catalog = body as Catalog;
      const subjects = catalog[of];

      expect(subjects.map(({ subject }) => subject)).toEqual(Object.keys(table));
      for (const each of subjects) {
        const row = table[each.subject]!;
        expect(each.actions.map(({ action }) => action)).toEqual(row.actions);
        expect(each.conditions.map(({ field }) => field)).toEqual(
          Object.keys(row.conditions ?? {}),
        );
        for (const rule of rulesOf(each))
          expect([rule, ruleProblems(table, [rule])]).toEqual([rule, []]);
      }
      const operators = new Set(catalog.operators.map(({ operator }) => operator));
      for (const { conditions } of subjects)
        for (const each of conditions)
          for (const operator of each.operators) expect(operators).toContain(operator);
    },
  );

  it('refuses a request without a token (401)', async () => {
    const { status } = await server.http.get('/api/v1/permissions/catalog');

    expect(status).toBe(401);
  });
});

describe('a word that no table has (422)', () => {
  const problemsOf = async (permissions: readonly object[]) => {
    const role = { slug: 'x', name: 'X', permissions };
    const project = await aProject(admin);
    const path = `/api/v1/workspace/${project.slug}/roles`;
    const { body } = await admin.http.post(path).send(role).expect(422);
    return (body as { message: { message: string }[] }).message.map(({ message }) => message);
  };

  it.each([
    [
      { subject: 'secret', action: ['read'] },
      /Unknown subject 'secret'\. Did you mean 'secrets'\? Allowed: one of \d+ values, which GET \/api\/v1\/permissions\/catalog lists/,
    ],
    [
      { subject: 'secrets', action: ['readvalue'] },
      /Unknown action 'readvalue' on 'secrets'\. Did you mean 'readValue'\?/,
    ],
    [
      { subject: 'secrets', action: ['read'], conditions: { enviroment: 'dev' } },
      /Unknown condition 'enviroment'\. Did you mean 'environment'\?/,
    ],
    [
      { subject: 'secrets', action: ['read'], conditions: { environment: { $gob: 'd*' } } },
      /Unknown operator '\$gob'\. Did you mean '\$glob'\?/,
    ],
    [{ subject: 'wholly-else', action: ['read'] }, /Unknown subject 'wholly-else'\. Allowed:/],
  ])('proposes the nearest: %j', async (rule, message) => {
    expect(await problemsOf([rule])).toEqual([expect.stringMatching(message)]);
  });

  it('proposes the nearest kind of event', async () => {
    const project = await aProject(admin);
    const body = { projectId: project.id, register: [{ event: 'secrets:update' }] };
    const answer = await admin.http.post('/api/v1/events/subscribe/project-events').send(body);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Did you mean 'secret:update'?");
  });

  it('proposes the nearest subject and action to whoever asks for an explanation', async () => {
    const project = await aProject(admin);
    const path = `/api/v1/projects/${project.id}/permissions/explain`;
    const ask = (subject: string, action: string) =>
      admin.http.post(path).send({ identityId: admin.id, subject, action }).expect(422);

    expect((await ask('secret', 'read')).text).toContain("Did you mean 'secrets'?");
    expect((await ask('secrets', 'creat')).text).toContain("Did you mean 'create'?");
  });

  it('lets whoever was refused ask why', async () => {
    const project = await aProject(admin);
    const bot = await aMember(server, project, admin.orgId, 'no-access');
    const path = `/api/v1/projects/${project.id}/permissions/explain`;
    const refused = await bot.http
      .post('/api/v4/secrets/A')
      .send({ projectId: project.id, environment: 'dev', secretValue: 'x' })
      .expect(403);
    const { action, subject, offenders } = (
      refused.body as {
        details: { action: string; subject: string; offenders: readonly [{ attributes: object }] };
      }
    ).details;
    const [{ attributes }] = offenders;
    const asked = { identityId: bot.id, action, subject, attributes };

    expect((refused.body as { message: string }).message).toBe(
      'You may not create secrets in dev at / (A). POST /api/v1/projects/{projectId}/permissions/explain says why, and an administrator of the project can give you the right.',
    );
    const { body } = await bot.http.post(path).send(asked).expect(200);
    expect(body).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(
        /^\S+ may not create secrets in dev at \/ \(A\): no rule of role no-access allows it\./,
      ),
    });
  });
});
