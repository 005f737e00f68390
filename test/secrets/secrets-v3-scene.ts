import { useApp } from '../support/harness.js';
import { named, type Secret, type SecretScene } from '../support/secrets-scene.js';

export const server = useApp();
export const secretOf = ({ body }: { body: unknown }) => (body as { secret: Secret }).secret;

export async function created(
  scene: SecretScene,
  name: string,
  more: object = {},
): Promise<Secret> {
  const send = scene.admin.http.post(named(name)).send({ ...scene.dev, ...more });
  return secretOf(await send.expect(200));
}
