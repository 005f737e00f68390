// Clients in TypeScript, generated from the document and compiled as strictly as the compiler can.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, run } from './run.js';

const STRICT = ['--strict', '--noEmit', '--module', 'esnext'];
const COMPILER = [
  ...STRICT,
  '--moduleResolution',
  'bundler',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom,dom.iterable',
];

/** A program such as somebody writes against the types: the names in it may not change. */
const USE_OF_TYPES = `
import type { components, operations } from './types';
type Body = operations['createSecrets']['requestBody']['content']['application/json'];
const body: Body = { projectId: 'p', environment: 'dev', secrets: [{ secretKey: 'A', secretValue: 'b' }] };
// @ts-expect-error The environment is required.
const incomplete: Body = { projectId: 'p', secrets: [] };
type Listed = operations['listSecretsV3']['responses']['200']['content']['application/json'];
export const keysOf = (listed: Listed): string[] => listed.secrets.map(({ secretKey }) => secretKey);
export const rule: components['schemas']['ProjectRule'] = {
  subject: 'secrets',
  action: ['readValue'],
  conditions: { environment: 'dev', secretPath: { $glob: '/apps/**' } },
};
export default [body, incomplete];
`;

const USE_OF_SDK = `
import { createSecrets, listSecrets, updateUniversalAuth, type Secret } from './sdk';
export async function main(): Promise<Secret[]> {
  await createSecrets({ body: { projectId: 'p', environment: 'dev', secrets: [{ secretKey: 'A', secretValue: 'b' }] } });
  await updateUniversalAuth({ path: { identityId: 'i' }, body: { accessTokenTTL: 60 } });
  const { data } = await listSecrets({ query: { projectId: 'p', environment: 'dev' }, throwOnError: true });
  return data.secrets;
}
`;

/** Throws unless both compile, together with a use of them. */
export async function checkTypeScriptClients(file, folder) {
  // A property with a default may be left out of a request.
  const options = ['--default-non-nullable=false', '--output', join(folder, 'types.ts')];
  await run(bin('openapi-typescript'), [file, ...options]);
  writeFileSync(join(folder, 'use-of-types.ts'), USE_OF_TYPES);
  await run(bin('tsc'), [...COMPILER, join(folder, 'use-of-types.ts')]);
  console.log('openapi-typescript: compiles under --strict');
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
  const output = ['--output', join(folder, 'sdk'), '--no-log-file', '--silent'];
  await run(bin('openapi-ts'), ['--input', file, ...output, '--plugins', ...plugins]);
  writeFileSync(join(folder, 'use-of-sdk.ts'), USE_OF_SDK);
  await run(bin('tsc'), [...COMPILER, join(folder, 'use-of-sdk.ts')]);
  console.log('@hey-api/openapi-ts: compiles under --strict');
}
