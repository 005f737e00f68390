import { api, take } from '../api/client';
import type { TargetedAct } from './model';

/** Asks for one act, or with `dryRun` what would come of it. The key makes a repetition after a lost answer one act. */
export function send(
  { target: { secretKey, ...where }, act }: TargetedAct,
  dryRun: boolean,
  key?: Record<string, string>,
) {
  const { environment, kind, value, newName, expectedVersion } = act;
  const scope = { ...where, environment, dryRun };
  const params = { header: key ?? {} };
  const version = expectedVersion === null ? {} : { expectedVersion };
  const secretValue = value ?? '';
  if (kind === 'create')
    return take(
      api.POST('/api/v4/secrets/batch', {
        params,
        body: { ...scope, secrets: [{ secretKey, secretValue }] },
      }),
    );
  if (kind === 'update')
    return take(
      api.PATCH('/api/v4/secrets/batch', {
        params,
        body: { ...scope, secrets: [{ secretKey, secretValue, ...version }] },
      }),
    );
  if (kind === 'rename')
    return take(
      api.PATCH('/api/v4/secrets/batch', {
        params,
        body: {
          ...scope,
          secrets: [{ secretKey, ...(newName && { newSecretName: newName }), ...version }],
        },
      }),
    );
  return take(
    api.DELETE('/api/v4/secrets/batch', {
      params,
      body: { ...scope, secrets: [{ secretKey, ...version }] },
    }),
  );
}
