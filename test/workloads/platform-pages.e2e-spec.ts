import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { json } from '../support/outgoing/fake-network.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import {
  aSigningKey,
  nowSeconds,
  signed,
  type SigningKey,
  TestIssuer,
} from '../support/workloads/issuer.js';
import { anSts, identityOf } from '../support/workloads/sts.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const TOP = join(import.meta.dirname, '..', '..');
const server = useWorkloadApp();

let admin: Caller;
let project: TestProject;
let google: SigningKey;
let github: TestIssuer;
let gitlab: TestIssuer;
/** What the platforms tell their own machines: the runner's tokens and the metadata of clouds. */
let metadata: Server;
let metadataUrl: string;

/** The claims that a page's settings are made for. */
const GITHUB = {
  sub: 'repo:octo/app:ref:refs/heads/main',
  ...{ repository: 'octo/app', repository_id: '1296269', repository_owner_id: '583231' },
  ref: 'refs/heads/main',
};
const GITLAB = {
  sub: 'project_path:shop/api:ref_type:branch:ref:main',
  ...{ project_id: '4711', namespace_id: '42', ref_type: 'branch', ref_protected: 'true' },
};
const AZURE = {
  ...{ ver: '1.0', iss: 'https://sts.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47/' },
  ...{ tid: '72f988bf-86f1-41af-91ab-2d7cd011db47', aud: 'https://management.azure.com/' },
  oid: '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e',
};
const GCP = {
  ...{ iss: 'https://accounts.google.com', sub: '1', email_verified: true },
  email: 'deploy@the-shop.iam.gserviceaccount.com',
  google: { compute_engine: { project_id: 'the-shop', zone: 'europe-west3-a' } },
};

const times = () => ({ iat: nowSeconds(), nbf: nowSeconds(), exp: nowSeconds() + 3_600 });

async function answerOf(url: URL, headers: NodeJS.Dict<string | string[]>): Promise<string> {
  const audience = url.searchParams.get('audience') ?? '';
  if (url.pathname === '/runner' && headers.authorization === 'bearer runner')
    return JSON.stringify({ value: await github.token({ ...GITHUB, aud: audience }) });
  if (url.pathname.startsWith('/metadata/identity') && headers.metadata === 'true')
    return JSON.stringify({ access_token: await signed({ ...times(), ...AZURE }, google) });
  if (url.pathname.startsWith('/computeMetadata') && headers['metadata-flavor'] === 'Google')
    return signed({ ...times(), ...GCP, aud: audience }, google);
  throw new Error(`nothing at ${url.pathname}`);
}

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  await admin.http
    .post('/api/v4/secrets/DB_PASSWORD')
    .send({ projectId: project.id, environment: 'dev', secretValue: 's3cret' })
    .expect(200);
  github = await TestIssuer.open(server.network, 'token.actions.githubusercontent.com');
  gitlab = await TestIssuer.open(server.network, 'gitlab.com');
  google = await aSigningKey('cloud', 'RS256');
  for (const host of ['login.microsoftonline.com', 'www.googleapis.com'])
    await server.network.host(host, json({ keys: [google.publicJwk] }));
  const answer = identityOf('arn:aws:sts::123456789012:assumed-role/deploy/i-1', '123456789012');
  const keys = new Map([['AKIDEXAMPLE', { secret: 'an example', answer }]]);
  await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
  metadata = createServer((req, res) => {
    answerOf(new URL(req.url!, 'http://metadata'), req.headers).then(
      (body) => res.end(body),
      () => res.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  metadataUrl = `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`;
});
afterAll(() => void metadata.close());

/** All commands of a page, in one shell that ends at the first failure. */
async function follow(page: string, env: Record<string, string> = {}, before = '') {
  const whole = readFileSync(join(TOP, 'docs', `${page}.md`), 'utf8');
  const commands = [...whole.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, each]) => each!);
  const script = ['set -euo pipefail', before, ...commands]
    .join('\n')
    .replaceAll('http://169.254.169.254', metadataUrl)
    .replaceAll('http://metadata.google.internal', metadataUrl);
  const { PATH = '', HOME = '' } = process.env;
  const given = { BASE: `${server.url}/api`, TOKEN: admin.token, PROJECT_ID: project.id };
  const shell = spawn('bash', ['-c', script], { cwd: TOP, env: { PATH, HOME, ...given, ...env } });
  const exit = new Promise<number | null>((resolve) => shell.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  return { outcome: `${await exit} ${stderr}`, stdout };
}

const VALUE = '"secretValue":"s3cret"';

describe('the commands of the pages about platforms work as they stand', () => {
  it('docs/github-actions.md', async () => {
    const { outcome, stdout } = await follow('github-actions', {
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${metadataUrl}/runner?api-version=2.0`,
    });

    expect(outcome).toBe('0 ');
    expect(stdout).toContain('"warnings":[]');
    expect(stdout).toContain(VALUE);
  });

  it('docs/gitlab.md', async () => {
    const STRONGROOM_JWT = await gitlab.token({
      ...GITLAB,
      aud: 'https://strongroom.example.org',
    });
    const { outcome, stdout } = await follow('gitlab', { STRONGROOM_JWT });

    expect(outcome).toBe('0 ');
    expect(stdout).toContain('"warnings":[]');
    expect(stdout).toContain(VALUE);
  });

  it('docs/kubernetes.md', async () => {
    const key = await aSigningKey('cluster');
    const sub = 'system:serviceaccount:shop:api';
    const pod = await signed({ ...times(), sub, aud: ['strongroom'] }, key);
    const cluster = await server.network.host(
      'cluster.example.org',
      ({ headers, body }, res) => {
        const { spec } = JSON.parse(body) as { spec: { token: string; audiences: string[] } };
        const isGood = headers.authorization === 'Bearer reviewer' && spec.token === pod;
        const groups = ['system:serviceaccounts', 'system:serviceaccounts:shop'];
        const good = { user: { username: sub, groups }, audiences: spec.audiences };
        const status = { authenticated: isGood, ...(isGood ? good : {}) };
        const review = { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status };
        json(review, 201)({ method: 'POST', path: '/', headers, body }, res);
      },
      { port: 6_443 },
    );
    const ca = Buffer.from(cluster.ca).toString('base64');
    const kubectl = `kubectl() {
      case "$*" in
        *"create serviceaccount"*|*"create clusterrolebinding"*) ;;
        "create token strongroom-reviewer "*) echo reviewer ;;
        "create token api -n shop --audience=strongroom") echo '${pod}' ;;
        *cluster.server*) echo '${cluster.url}' ;;
        *certificate-authority-data*) echo '${ca}' ;;
        *) echo "not a command of the page: kubectl $*" >&2; return 1 ;;
      esac
    }`;
    const { outcome, stdout } = await follow('kubernetes', {}, kubectl);

    expect(outcome).toBe('0 ');
    expect(stdout).toContain('"hasTokenReviewerJwt":true');
    expect(stdout).toContain(VALUE);
  });

  it('docs/clouds.md', async () => {
    const { outcome, stdout } = await follow('clouds', {
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'an example',
      AWS_REGION: 'eu-central-1',
    });

    expect(outcome).toBe('0 ');
    expect(stdout).toContain('DB_PASSWORD\n');
    expect(stdout.match(/"accessToken":/g)).toHaveLength(2);
  });
});
