// A client in Python, generated from the document: what it sends in an update is what the program said, and no more.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPython, run } from './run.js';

const PACKAGES = ['openapi-python-client==0.29.1'];

/** A default that came along would overwrite what is stored. */
const USE = `
import sys
sys.path.insert(0, sys.argv[1])
from client.models import UpdateSecretBody, UpdateTokenAuthBody, UpdateUniversalAuthBody

def same(body, sent):
    if body.to_dict() != sent:
        raise SystemExit(f"{type(body).__name__} sends {body.to_dict()}, not {sent}")

same(UpdateUniversalAuthBody(access_token_ttl=60), {"accessTokenTTL": 60})
same(UpdateTokenAuthBody(access_token_ttl=60), {"accessTokenTTL": 60})
same(
    UpdateSecretBody(project_id="p", environment="dev", secret_value="v"),
    {"projectId": "p", "environment": "dev", "secretValue": "v"},
)
`;

/** Throws unless an update holds what it was given. Returns false, and says so, where Python's packages cannot be had. */
export async function checkPythonClient(file, folder) {
  const python = await installPython('client', PACKAGES);
  if (python === null) {
    console.log('openapi-python-client: SKIPPED, Python 3 or its packages cannot be had');
    return false;
  }
  const config = join(folder, 'python.yaml');
  writeFileSync(config, 'project_name_override: client\npost_hooks: []\n');
  const output = ['--output-path', join(folder, 'client'), '--meta', 'none', '--config', config];
  const wrote = await run(python, [
    '-m',
    'openapi_python_client',
    'generate',
    '--path',
    file,
    ...output,
  ]);
  const left = [...wrote.matchAll(/^WARNING parsing (.*)$/gm)].map(([, what]) => what);
  if (left.length > 0) throw new Error(`openapi-python-client leaves out:\n${left.join('\n')}`);
  const use = join(folder, 'use.py');
  writeFileSync(use, USE);
  await run(python, [use, folder]);
  console.log('openapi-python-client: an update sends what it was given, and no more');
  return true;
}
