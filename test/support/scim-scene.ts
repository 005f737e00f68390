import type supertest from 'supertest';
import type { TestApp } from './harness.js';
import { aScene, type Scene } from './scene.js';

export const SCIM = '/api/v1/scim';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A provider with a token of SCIM, which sends and takes `application/scim+json`. */
export interface Provider extends Scene {
  readonly token: string;
  readonly tokenId: string;
  send(method: Method, path: string, body?: object): supertest.Test;
  /** Makes a user of that name, which is its address, too; gives its id. */
  user(userName: string, more?: object): Promise<string>;
  group(displayName: string, members?: readonly string[]): Promise<string>;
  patch(path: string, ...operations: readonly object[]): supertest.Test;
  /** Users or groups that a filter finds. */
  find(type: 'Users' | 'Groups', filter: string): Promise<readonly { readonly id: string }[]>;
}

/** SCIM's answers are JSON under another name. */
const asJson = (res: supertest.Response, done: (error: Error | null, body: unknown) => void) => {
  let text = '';
  const stream = res as unknown as NodeJS.ReadableStream;
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => (text += part));
  stream.on('end', () => done(null, text === '' ? {} : JSON.parse(text)));
};

/** An organization of its own, with a provider. */
export async function aProvider(server: TestApp, ttlDays = 0): Promise<Provider> {
  const scene = await aScene(server);
  const made = await scene.admin.http
    .post(`${SCIM}/scim-tokens`)
    .send({ organizationId: scene.orgId, description: 'Okta', ttlDays })
    .expect(200);
  const { scimToken: token, scimTokenData } = made.body as {
    scimToken: string;
    scimTokenData: { id: string };
  };
  const http = server.as(token);
  const send = (method: Method, path: string, body?: object) => {
    const test = http[method](SCIM + path)
      .set('Accept', 'application/scim+json')
      .buffer(true)
      .parse(asJson as never);
    return body === undefined
      ? test
      : test.set('Content-Type', 'application/scim+json').send(JSON.stringify(body));
  };
  const idOf = (answer: supertest.Response) => (answer.body as { id: string }).id;
  return {
    ...scene,
    token,
    tokenId: scimTokenData.id,
    send,
    user: async (userName, more = {}) =>
      idOf(await send('post', '/Users', { schemas: [USER], userName, ...more }).expect(201)),
    group: async (displayName, members = []) =>
      idOf(
        await send('post', '/Groups', {
          schemas: [GROUP],
          displayName,
          members: members.map((value) => ({ value })),
        }).expect(201),
      ),
    patch: (path, ...operations) =>
      send('patch', path, { schemas: [PATCH_OP], Operations: operations }),
    find: async (type, filter) => {
      const { body } = await send('get', `/${type}?filter=${encodeURIComponent(filter)}`).expect(
        200,
      );
      return (body as { Resources: { id: string }[] }).Resources;
    },
  };
}
