// What stands in for GitHub, a cluster and the clouds: one HTTPS server that is all of them, with the proxies that lead the server and the clients to it.
// The STS in it checks signatures itself (AWS Signature Version 4).
import { createHash, createHmac, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import 'reflect-metadata';
import { IAM, openIam } from './iam.mjs';

/** A public address that nobody is asked at: the proxy leads it here. */
const ADDRESS = '93.184.216.34';
const ISSUER = `https://${ADDRESS}`;
const REGION = 'eu-central-1';
const ACCOUNT = '123456789012';
const KEY = { id: 'AKIDEXAMPLE', secret: 'an example' };
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const PRINCIPAL = '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e';
const SERVICE_ACCOUNT = 'deploy@the-shop.iam.gserviceaccount.com';
const AUDIENCE = 'strongroom';

/** A certificate that signs itself, and its key, for the names of all that the server is. */
async function certificate() {
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=stand-in',
    serialNumber: '01',
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: `sts.${REGION}.amazonaws.com` },
        { type: 'dns', value: IAM },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: ADDRESS },
      ]),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    cert: made.toString('pem'),
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}

const hmac = (key, words) => createHmac('sha256', key).update(words).digest();
const sha256 = (words) => createHash('sha256').update(words).digest('hex');

/** Whether the request was signed with the key: computed from what came, by the published rules. */
function isSigned({ headers }, body) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/sts\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, id, day, region, names, signature] = form.exec(headers.authorization ?? '') ?? [];
  if (id !== KEY.id || region !== REGION) return false;
  const lines = names.split(';').map((name) => `${name}:${headers[name] ?? ''}`);
  const canonical = ['POST', '/', '', ...lines, '', names, sha256(body)].join('\n');
  const scope = `${day}/${region}/sts/aws4_request`;
  const words = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const derived = [day, region, 'sts', 'aws4_request'].reduce(hmac, `AWS4${KEY.secret}`);
  return hmac(derived, words).toString('hex') === signature;
}

function callerIdentity(req, body) {
  if (!isSigned(req, body)) return [403, { Error: { Code: 'SignatureDoesNotMatch' } }];
  const Arn = `arn:aws:sts::${ACCOUNT}:assumed-role/deploy/session`;
  const GetCallerIdentityResult = { Account: ACCOUNT, Arn, UserId: 'AROA:session' };
  return [200, { GetCallerIdentityResponse: { GetCallerIdentityResult } }];
}

const account = 'system:serviceaccount:shop:api';

function tokenReview(body, isGood) {
  const { spec } = JSON.parse(body);
  const groups = ['system:serviceaccounts', 'system:serviceaccounts:shop'];
  const status = isGood(spec.token)
    ? { authenticated: true, user: { username: account, groups }, audiences: spec.audiences }
    : { authenticated: false };
  return [201, { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status }];
}

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Keys of their own, and tokens of every issuer that stands in here. */
function tokens() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'stand-in';
  const keySet = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256' }] };
  const token = (claims) => {
    const iat = Math.floor(Date.now() / 1000);
    const payload = base64url({ iat, nbf: iat, exp: iat + 3_600, ...claims });
    const unsigned = `${base64url({ alg: 'RS256', typ: 'JWT', kid })}.${payload}`;
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`;
  };
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  return { keySet, token, pem };
}

const listening = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};

/** The settings that trust what stands in here, by method; and what the clients are told. */
function trust(ca, pem) {
  const url = ISSUER;
  const bound = { boundAudiences: AUDIENCE, boundSubject: 'job:deploy' };
  return {
    'oidc-auth': { oidcDiscoveryUrl: url, boundIssuer: url, caCert: ca, ...bound },
    'jwt-auth': { configurationType: 'static', publicKeys: [pem], boundIssuer: url, ...bound },
    'kubernetes-auth': {
      ...{ kubernetesHost: url, caCert: ca, allowedNamespaces: 'shop', allowedNames: 'api' },
      ...{ allowedAudience: AUDIENCE, tokenReviewerJwt: 'reviewer' },
    },
    'aws-auth': { allowedPrincipalArns: `arn:aws:iam::${ACCOUNT}:role/deploy` },
    'azure-auth': {
      ...{ tenantId: TENANT, resource: 'https://management.azure.com/' },
      allowedServicePrincipalIds: PRINCIPAL,
    },
    'gcp-auth': { type: 'gce', allowedServiceAccounts: SERVICE_ACCOUNT },
  };
}

/** What the platform that is asked says, and its status. */
function answerTo({ url, method, headers }, body, { pod, keySet }) {
  if (url === '/' && method === 'POST') return callerIdentity({ headers }, body);
  if (url.endsWith('/tokenreviews')) return tokenReview(body, (each) => each === pod);
  if (!url.endsWith('/openid-configuration')) return [200, keySet];
  return [200, { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` }];
}

/** As Google hands out the key of a service account. The key is nobody's. */
function accountKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    project_id: 'the-shop',
    private_key_id: 'stand-in',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: SERVICE_ACCOUNT,
    client_id: '1',
    token_uri: 'https://oauth2.googleapis.com/token',
  });
}

async function writeFiles(cert, podToken) {
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-platforms-'));
  const [ca, pod, account] = ['ca.pem', 'pod.jwt', 'account.json'].map((n) => join(directory, n));
  await writeFile(ca, cert);
  await writeFile(account, accountKey());
  // As the kubelet writes it.
  await writeFile(pod, `${podToken}\n`);
  return { directory, ca, pod, account };
}

/** The metadata services of clouds, as a client's proxy sees them, and tunnels, which lead to one port or the other wherever they were meant to. */
function openProxy(token, { port, iamPort }) {
  const proxy = createHttpServer((req, res) => {
    const { hostname, searchParams } = new URL(req.url);
    if (hostname === '169.254.169.254' && req.headers.metadata === 'true') {
      const iss = `https://sts.windows.net/${TENANT}/`;
      const aud = searchParams.get('resource');
      const access_token = token({ ver: '1.0', iss, tid: TENANT, aud, oid: PRINCIPAL });
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ access_token }));
    } else if (['metadata', 'metadata.google.internal'].includes(hostname)) {
      const claims = { iss: 'https://accounts.google.com', sub: '1', email_verified: true };
      res.end(token({ ...claims, email: SERVICE_ACCOUNT, aud: searchParams.get('audience') }));
    } else res.writeHead(502).end();
  });
  proxy.on('connect', ({ url }, socket) => {
    const here = connect(url === `${IAM}:443` ? iamPort : port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      here.pipe(socket).pipe(here);
    });
    for (const end of [here, socket]) end.on('error', () => undefined);
  });
  return proxy;
}

/**
 * Opens the stand-ins. Returns the variables with which a server trusts them, the settings of each method, the variables
 * with which clients find them, and how to close them.
 */
export async function openPlatforms() {
  const { cert, key } = await certificate();
  const { keySet, token, pem } = tokens();
  const pod = token({ sub: account, aud: [AUDIENCE] });
  const platform = createHttpsServer({ cert, key }, async (req, res) => {
    const [status, body] = answerTo(req, await text(req), { pod, keySet });
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listening(platform);
  const iam = openIam({ cert, key }, token);
  const proxy = openProxy(token, { port, iamPort: await listening(iam) });
  const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;
  const files = await writeFiles(cert, pod);
  const job = token({ iss: ISSUER, sub: 'job:deploy', aud: AUDIENCE });
  const at = `https://127.0.0.1:${port}`;
  return {
    server: {
      NODE_EXTRA_CA_CERTS: files.ca,
      OUTGOING_PROXY: proxyUrl,
      ...{ AWS_STS_ENDPOINT: at, AZURE_AUTHORITY_URL: at, GOOGLE_KEYS_URL: at },
    },
    trust: trust(cert, pem),
    /** Of an account that signs itself: an identity has each method once. */
    trustOfAccount: { 'gcp-auth': { type: 'iam', allowedServiceAccounts: SERVICE_ACCOUNT } },
    client: {
      ...{ AWS_ACCESS_KEY_ID: KEY.id, AWS_SECRET_ACCESS_KEY: KEY.secret, AWS_REGION: REGION },
      ...{ AWS_EC2_METADATA_DISABLED: 'true', JOB_JWT: job, POD_JWT: pod },
      ...{ POD_JWT_FILE: files.pod, ACCOUNT_KEY_FILE: files.account, STAND_IN_CA: files.ca },
      AZURE_RESOURCE: 'https://management.azure.com/',
      ...{ HTTP_PROXY: proxyUrl, NO_PROXY: '127.0.0.1,localhost' },
    },
    async close() {
      for (const each of [platform, proxy]) {
        each.closeAllConnections();
        each.close();
      }
      iam.close();
      await rm(files.directory, { recursive: true, force: true });
    },
  };
}
