import type { DetailRight } from './detail-rights.js';

/** By what right each detail of an entry is shown; `known` to all who read the log. */
type Details = Partial<Record<DetailRight | 'known', string>>;

const PLACE = 'environment secretPath';
const SOURCE = 'source.environment source.secretPath position';
const DESTINATION = 'destination.environment destination.secretPath';

/** Lists of names, from which those that the reader may not know have been taken. */
const NAMES = 'secretKeys secretPaths versions count createdKeys deletedKeys';

const under = (parent: string, details: string): string =>
  details
    .split(' ')
    .map((each) => `${parent}.${each}`)
    .join(' ');

const POLICY = [
  'name environments secretPath approvals enforcementLevel allowedSelfApprovals',
  'bypassForMachineIdentities approvers approvers.id approvers.type approvers.username',
  'bypassers bypassers.id bypassers.type bypassers.username maxPeriod requestPeriod actions',
].join(' ');

const MEMBERSHIP = {
  known: 'membershipId identityId userId groupId members.membershipId members.userId',
  holders: 'roles',
  serviceTokens: 'serviceTokens.id serviceTokens.name',
} as const satisfies Details;

/**
 * Every detail of the entries of projects, by the part of the action before the dot. Elements of a list have the path of
 * the list; `*` stands for whatever is below. Ids, counts, states and times are known, and environments and folders,
 * which every member may list. Names, notes and conditions are shown by the right to read the thing. What is not here is the
 * auditors' alone.
 */
const DETAILS: Readonly<Record<string, Details>> = {
  'access-request': {
    known: `requestId privilegeId temporaryRange permissions.* ${PLACE}`,
    policies: 'policyId',
    requests: 'vote editNote',
  },
  'acme-account': {
    known: 'acmeAccountId certificateProfileId applicationId isBound bindingKeyId',
    profiles: 'contact thumbprint',
  },
  'acme-binding-key': {
    known: 'bindingKeyId certificateProfileId applicationId expiresAt maxUses',
    profiles: 'name slug allowedNames',
  },
  'approval-policy': {
    policies: `policyId policyIds of reason closedRequests ${under('before', POLICY)} ${under('after', POLICY)}`,
  },
  'approval-request': {
    known: `requestId requestIds slug of version asOf recursive createdKeys deletedKeys count ${PLACE} ${DESTINATION} ${under(
      'items',
      `op secretKey newSecretKey newEnvironment newSecretPath ${PLACE}`,
    )} ${under('folders', `secretKeys ${PLACE}`)}`,
    policies: 'policyId',
    requests: 'vote comment digest reason',
  },
  certificate: {
    known:
      'certificateId certificateIds authorityId profileId applicationId renewedFromId notAfter isRevoked reason acmeAccountId',
    certificates: 'commonName serialNumber',
  },
  'certificate-application': {
    known:
      'applicationId certificateProfileId certificateProfileIds changed renewBeforeDays skipDnsOwnershipVerification skipEabBinding',
    applications: 'name',
    profiles: 'slug caaIdentities',
  },
  'certificate-authority': {
    known:
      'certificateAuthorityId issuerId type keyAlgorithm notAfter isForced certificates reason',
    authorities: `name serialNumber ${under('changes', 'name friendlyName mirrorUrls isDisabled isOcspEnabled')}`,
  },
  'certificate-policy': {
    known: 'certificatePolicyId changed',
    certificatePolicies: 'name',
  },
  'certificate-profile': {
    known: 'certificateProfileId authorityId policyId changed',
    profiles: 'slug',
  },
  environment: {
    known: 'environmentId slug changes.name changes.slug changes.position',
    secrets: 'secrets',
  },
  folder: {
    known:
      'folderId environment path made folders folders.folderId folders.environment folders.from folders.path',
    secrets: 'secrets',
  },
  'group-membership': MEMBERSHIP,
  'identity-membership': MEMBERSHIP,
  'user-membership': MEMBERSHIP,
  'personal-secret': { known: `count ${PLACE}` },
  privilege: {
    known: 'privilegeId identityId userId isTemporary requestId',
    holders: 'slug',
    requests: 'reason bypassReason',
  },
  project: {
    ...MEMBERSHIP,
    known: `${MEMBERSHIP.known} projectId slug name ${under(
      'changes',
      'name slug description autoCapitalization hasDeleteProtection auditLogsRetentionDays approvalRequestExpiryDays',
    )}`,
  },
  'project-key': { known: 'version' },
  'project-role': { known: 'roleId', roles: 'slug' },
  secret: {
    known: `${NAMES} version asOf recursive personalCount requestId slug mergedBy.userId mergedBy.identityId mergedBy.name ${PLACE} ${DESTINATION} ${under('folders', `${NAMES} ${PLACE}`)}`,
  },
  'secret-import': {
    known: `secretImportId folderId ${PLACE}`,
    imports: `${SOURCE} ${under('before', SOURCE)}`,
  },
  'service-token': {
    known: 'serviceTokenId expiresAt',
    serviceTokens: 'name permissions scopes.environment scopes.secretPath',
  },
  tag: { known: 'tagId', tags: 'slug' },
};

const RIGHT_OF: ReadonlyMap<string, ReadonlyMap<string, DetailRight | 'known'>> = new Map(
  Object.entries(DETAILS).map(([thing, details]) => [
    thing,
    new Map(
      Object.entries(details).flatMap(([right, paths]) =>
        paths.split(' ').map((path) => [path, right as DetailRight | 'known'] as const),
      ),
    ),
  ]),
);

/** By what right a detail is shown; null for what is not classified. `path`: its keys, with dots between them. */
export function rightFor(action: string, path: string): DetailRight | 'known' | null {
  const rights = RIGHT_OF.get(action.slice(0, action.indexOf('.')));
  const whole = `${path.split('.', 1)[0]}.*`;
  return rights?.get(path) ?? rights?.get(whole) ?? null;
}
