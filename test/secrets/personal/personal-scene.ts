import type { Rule } from '../../../src/permissions/rule.js';
import type { TestApp } from '../../support/harness.js';
import { aPerson, joinProject, type SignedInPerson } from '../../support/people.js';
import {
  anItem,
  aSecretScene,
  at,
  type Fields,
  named,
  type Secret,
  type SecretScene,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

export type Typed = Secret & { readonly type: string };

/** A project with the secrets HOST and URL, which refers to HOST, and two people who may write there. */
export interface PersonalScene extends SecretScene {
  readonly v4: { readonly projectId: string; readonly environment: 'dev' };
  readonly ann: SignedInPerson;
  readonly bob: SignedInPerson;
  readonly shared: ReadonlyMap<string, Secret>;
}

export async function aPersonIn(
  server: TestApp,
  { orgId, project }: Pick<SecretScene, 'orgId' | 'project'>,
  ...roles: (string | readonly Rule[])[]
): Promise<SignedInPerson> {
  const person = await aPerson(server, orgId, 'member');
  await joinProject(server, project, { userId: person.id }, ...roles);
  return person;
}

export async function aPersonalScene(server: TestApp): Promise<PersonalScene> {
  const scene = await aSecretScene(server);
  const items = [anItem('HOST', 'shared host'), anItem('URL', 'http://${HOST}/')];
  const shared = await withSecrets(scene, items);
  const [ann, bob] = [
    await aPersonIn(server, scene, 'member'),
    await aPersonIn(server, scene, 'member'),
  ];
  const v4 = { projectId: scene.project.id, environment: 'dev' } as const;
  return { ...scene, v4, ann, bob, shared };
}

type Http = Pick<SignedInPerson, 'http'>;

/** What a person holds for themselves. */
export const hold = (
  { v4 }: PersonalScene,
  { http }: Http,
  key: string,
  secretValue: string,
  more: Fields = {},
) => http.post(named(key, V4)).send({ ...v4, type: 'personal', secretValue, ...more });

export const personalOf = ({ v4 }: PersonalScene, { http }: Http, key: string) =>
  http.get(at(named(key, V4), v4, { type: 'personal' }));

export const overridden = async (
  { v4 }: PersonalScene,
  { http }: Http,
  more: Fields = {},
): Promise<Typed[]> => {
  const { body } = await http.get(at(V4, v4, { includePersonalOverrides: true }, more)).expect(200);
  return (body as { secrets: Typed[] }).secrets;
};

export const valuesOf = (secrets: readonly Typed[]): Record<string, string> =>
  Object.fromEntries(secrets.map((each) => [`${each.secretKey} ${each.type}`, each.secretValue]));

export const codeOf = (answer: { headers: Record<string, unknown> }): string | undefined =>
  /#([a-z-]+)>/.exec(String(answer.headers['link']))?.[1];
