// Certificate authorities, and what stands under them, of the server that is fuzzed.
import { X509Certificate } from 'node:crypto';

const AUTHORITIES = '/v1/cert-manager/ca/internal';
const CERTIFICATES = '/v1/cert-manager/certificates';

/** Returns ids and names by the parameter that takes them: of two authorities, a policy, a profile, an application, certificates. */
export async function seedCertificates(ask, projectId) {
  const { certificateIds, ...authorities } = await makeAuthorities(ask, projectId);
  const profile = await makeProfile(ask, projectId, authorities.parentCaId);
  const application = await makeApplication(ask, projectId, profile.profileId);
  const issued = [await issue(ask, profile.profileId), await issue(ask, profile.profileId)];
  return {
    ...authorities,
    ...profile,
    ...application,
    certificateId: [...certificateIds, ...issued.map(({ certificateId }) => certificateId)],
    requestId: issued.map(({ certificateId }) => certificateId),
    thumbprint: issued.map(({ certificate }) => thumbprintOf(certificate)),
  };
}

/** A root and an authority below it, with a certificate each and lists of what is revoked. */
async function makeAuthorities(ask, projectId) {
  const notAfter = '2040-01-01T00:00:00Z';
  const make = (name, configuration) =>
    ask('POST', AUTHORITIES, {
      ...{ projectId, name },
      configuration: { ...configuration, keyAlgorithm: 'EC_prime256v1', commonName: name },
    });
  const root = await make('root', { type: 'root', notAfter });
  const below = await make('below', { type: 'intermediate' });
  const { id: crlId } = (await ask('GET', `${AUTHORITIES}/${root.id}/crls`))[0];
  const of = `${AUTHORITIES}/${below.id}`;
  const wanted = { parentCaId: root.id, notAfter: '2035-01-01T00:00:00Z', maxPathLength: 0 };
  await ask('POST', `${of}/certificate`, wanted);
  const { certId } = await ask('GET', `${of}/certificate`);
  return {
    authorityId: [root.id, below.id],
    parentCaId: root.id,
    caId: root.id,
    certificateIds: [root.configuration.activeCaCertId, certId],
    crlId,
  };
}

/** A profile whose policy allows every name. */
async function makeProfile(ask, projectId, caId) {
  const allowed = ['*'];
  const { certificatePolicy } = await ask('POST', '/v1/cert-manager/certificate-policies', {
    ...{ projectId, name: 'anything' },
    subject: [{ type: 'common_name', allowed }],
    sans: ['dns_name', 'ip_address'].map((type) => ({ type, allowed })),
  });
  const { certificateProfile } = await ask('POST', '/v1/cert-manager/certificate-profiles', {
    ...{ projectId, slug: 'servers', caId, certificatePolicyId: certificatePolicy.id },
  });
  return {
    policyId: certificatePolicy.id,
    certificatePolicyId: certificatePolicy.id,
    certificateTemplateId: certificatePolicy.id,
    profileId: certificateProfile.id,
  };
}

/** An application that gets certificates through the profile by API and by ACME. */
async function makeApplication(ask, projectId, profileId) {
  const applications = '/v1/cert-manager/applications';
  const { application } = await ask('POST', applications, {
    ...{ projectId, name: 'shop', profileIds: [profileId] },
  });
  const enrollment = `${applications}/${application.id}/profiles/${profileId}/enrollment`;
  await ask('PUT', `${enrollment}/api`, {});
  await ask('PUT', `${enrollment}/acme`, {});
  return { applicationId: application.id };
}

async function issue(ask, profileId) {
  const attributes = { commonName: 'api.example.org', keyAlgorithm: 'EC_prime256v1', ttl: '90d' };
  return (await ask('POST', CERTIFICATES, { profileId, attributes })).certificate;
}

const thumbprintOf = (pem) =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
