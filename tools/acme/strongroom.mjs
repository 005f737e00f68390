// The server of this repository with an authority whose profiles have ACME directories, behind TLS that it certified itself.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, run } from '../run.js';
import { freePort, logIn, send, startServer } from '../server.js';
import { openFront } from './hosts.mjs';

const IN_YEARS = (years) => new Date(Date.now() + years * 365 * 86_400_000).toISOString();
const ANY = { allowed: ['*'] };
const RULES = {
  subject: [{ type: 'common_name', ...ANY }],
  sans: ['dns_name', 'ip_address'].map((type) => ({ type, ...ANY })),
};

/** What may be asked of the API. */
async function openApi(server) {
  const token = await logIn(server);
  return (method, path, body) =>
    send(method, `${server.site}/api/v1/cert-manager/${path}`, body, token);
}

/** A root, an authority below it that answers OCSP, and a policy that allows every name. */
async function makeAuthorities(ask) {
  const make = async (name, configuration) =>
    ask('POST', 'ca/internal', {
      name,
      configuration: { keyAlgorithm: 'EC_prime256v1', commonName: name, ...configuration },
    });
  const root = await make('root', { type: 'root', notAfter: IN_YEARS(20) });
  const below = {
    type: 'intermediate',
    parentCaId: root.id,
    maxPathLength: 0,
    isOcspEnabled: true,
  };
  const issuer = await make('issuer', { ...below, notAfter: IN_YEARS(5) });
  const { certificatePolicy } = await ask('POST', 'certificate-policies', {
    ...{ name: 'every-name', ...RULES },
  });
  const pem = async ({ id }) => (await ask('GET', `ca/internal/${id}/certificate`)).certificate;
  const files = { root: await pem(root), issuer: await pem(issuer) };
  return { files, issuer, policyId: certificatePolicy.id };
}

/** A profile with a directory, where accounts are bound or need not be. */
async function makeProfile(ask, { issuer, policyId }, slug, acmeConfig) {
  const more = acmeConfig ? { enrollmentType: 'acme', acmeConfig } : {};
  const { certificateProfile } = await ask('POST', 'certificate-profiles', {
    ...{ slug, caId: issuer.id, certificatePolicyId: policyId, defaults: { ttlDays: 30 } },
    ...more,
  });
  return certificateProfile.id;
}

/** The directory of an application of the profile, and what an account is bound with there. */
async function makeApplication(ask, profileId) {
  const body = { name: 'shop', profileIds: [profileId] };
  const { application } = await ask('POST', 'applications', body);
  const path = `applications/${application.id}/profiles/${profileId}/enrollment/acme`;
  const { acme } = await ask('PUT', path, { caaIdentities: ['ca.example.net'] });
  const { eabKid: kid, eabSecret: key } = await ask('POST', `${path}/eab/reveal`);
  return { directory: acme.directoryUrl, eab: { kid, key } };
}

/** A certificate for this machine, for the TLS of both servers. */
async function certifySelf(ask, profileId) {
  const attributes = {
    ...{ commonName: 'localhost', ttl: '2d', keyAlgorithm: 'EC_prime256v1' },
    altNames: [
      { type: 'dns_name', value: 'localhost' },
      { type: 'ip_address', value: '127.0.0.1' },
    ],
  };
  const { certificate } = await ask('POST', 'certificates', { profileId, attributes });
  const chain = `${certificate.certificate}${certificate.certificateChain}`;
  return { key: certificate.privateKey, cert: chain };
}

/** What OpenSSL finds of the state of a certificate in a file. */
const statusesOf = (site, ask, issuer, path) => ({
  /** By OCSP. */
  isRevoked: async (file) => {
    const url = `${site}/api/v1/cert-manager/ocsp/${issuer.id}`;
    const of = ['-issuer', path('issuer.pem'), '-cert', file, '-CAfile', path('root.pem')];
    return (await run('openssl', ['ocsp', ...of, '-url', url])).includes(': revoked');
  },
  /** By the revocation list of the issuer. */
  isListed: async (file) => {
    const [{ crl }] = await ask('GET', `ca/internal/${issuer.id}/crls`);
    writeFileSync(path('list.pem'), crl);
    const of = ['-CAfile', path('root.pem'), '-untrusted', path('issuer.pem')];
    const args = ['verify', ...of, '-crl_check', '-CRLfile', path('list.pem'), file];
    return /revoked/.test((await attempt('openssl', args)).stderr);
  },
});

/** `ports`: where hosts are asked for proofs. */
export async function openStrongroom({ folder, names, ports }) {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const server = await startServer({
    env: {
      ...{ PUBLIC_URL: origin, ACME_DNS_SERVERS: names.dns, ACME_PERMITTED_RANGES: '127.0.0.0/8' },
      ...{ ACME_HTTP_PORT: String(ports.http), ACME_TLS_PORT: String(ports.tls) },
    },
  });
  const ask = await openApi(server);
  const authorities = await makeAuthorities(ask);
  const { files, issuer } = authorities;
  const bound = await makeProfile(ask, authorities, 'bound', { caaIdentities: ['ca.example.net'] });
  const open = await makeProfile(ask, authorities, 'open', { skipEabBinding: true });
  const eab = await ask('GET', `certificate-profiles/${bound}/acme/eab-secret/reveal`);
  const applied = await makeApplication(ask, bound);
  const tls = await certifySelf(ask, await makeProfile(ask, authorities, 'own'));
  const closeFront = await openFront(port, tls, Number(new URL(server.site).port));
  const path = (name) => join(folder, name);
  writeFileSync(path('root.pem'), files.root);
  writeFileSync(path('issuer.pem'), files.issuer);
  const directoryOf = (id) => `${origin}/api/v1/pki/acme/profiles/${id}/directory`;
  return {
    ...{ name: 'Strongroom', tls, trust: path('root.pem'), roots: path('root.pem') },
    ...{ directory: directoryOf(bound), openDirectory: directoryOf(open) },
    ...{ eab: { kid: eab.eabKid, key: eab.eabSecret }, applied },
    certificates: [files.root, files.issuer],
    ...statusesOf(server.site, ask, issuer, path),
    said: server.said,
    close: async () => {
      await closeFront();
      await server.end();
    },
  };
}
