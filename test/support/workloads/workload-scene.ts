import { startApp, type TestApp } from '../harness.js';
import { FakeNetwork } from '../outgoing/fake-network.js';
import { aScene, type Caller } from '../scene.js';

export interface WorkloadApp extends TestApp {
  readonly network: FakeNetwork;
}

/** The application, on a network of fakes. */
export function useWorkloadApp(env: Record<string, string> = {}): WorkloadApp {
  const started = {} as Record<string, unknown>;
  const logLines: string[] = [];
  let end: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    const network = await FakeNetwork.open();
    const test = await startApp(env, logLines, undefined, undefined, network);
    Object.assign(started, test.parts, { network });
    end = async () => {
      await test.end();
      await network.close();
    };
  });
  afterAll(() => end());
  return started as unknown as WorkloadApp;
}

/** An admin and an identity that workloads sign in as. */
export async function aWorkload(
  server: TestApp,
): Promise<{ admin: Caller; orgId: string; id: string }> {
  const { admin, orgId } = await aScene(server);
  return { admin, orgId, id: await anIdentityOf(admin) };
}

export async function anIdentityOf(admin: Caller): Promise<string> {
  const { body } = await admin.http
    .post('/api/v1/identities')
    .send({ name: 'workload', role: 'member' })
    .expect(200);
  return (body as { identity: { id: string } }).identity.id;
}

export const attachPath = (method: string, identityId: string): string =>
  `/api/v1/auth/${method}/identities/${identityId}`;

export const loginPath = (method: string): string => `/api/v1/auth/${method}/login`;

/** The words of a refusal, without its request id. */
export const refusal = ({ status, body }: { status: number; body: object }): object => {
  const { reqId: _, ...rest } = body as { reqId?: string };
  return { status, ...rest };
};

export const REFUSED = {
  status: 401,
  statusCode: 401,
  error: 'UnauthorizedError',
  message: 'Invalid credentials.',
};
