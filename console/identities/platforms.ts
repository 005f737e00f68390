import type { Settings, Template, WorkloadName } from './methods';

export interface PlatformField {
  readonly name: string;
  readonly isRequired?: boolean;
  readonly example?: string;
  /** Rows of a text of several lines. */
  readonly rows?: number;
  /** Whether it opens an account elsewhere, and is not shown. */
  readonly isSecret?: boolean;
}

/** Somewhere workloads run, with what is asked of whoever attaches it. */
export interface Platform {
  readonly method: WorkloadName;
  /** The settings that the server proposes; without one, the fields are the settings. */
  readonly template?: Template;
  readonly fields: readonly PlatformField[];
  /** Settings that are not asked for. */
  readonly fixed?: Settings;
}

const required = (name: string, example: string): PlatformField => ({
  ...{ name, example, isRequired: true },
});
const optional = (name: string, example: string): PlatformField => ({ name, example });

const RUNS = [optional('environment', 'production'), optional('branch', 'main')];

export const PLATFORMS = {
  github: {
    method: 'oidc-auth',
    template: 'github',
    fields: [
      required('repository', 'octo/app'),
      optional('repositoryId', '1296269'),
      optional('ownerId', '583231'),
      ...RUNS,
      optional('host', 'github.example.org'),
    ],
  },
  gitlab: {
    method: 'oidc-auth',
    template: 'gitlab',
    fields: [
      required('repository', 'octo/app'),
      optional('repositoryId', '278964'),
      optional('ownerId', '9970'),
      ...RUNS,
      optional('audience', 'https://secrets.example.org'),
      optional('host', 'gitlab.example.org'),
    ],
  },
  cluster: {
    method: 'kubernetes-auth',
    fields: [
      required('kubernetesHost', 'https://kubernetes.example.org:6443'),
      required('allowedNamespaces', 'shop,billing'),
      optional('allowedNames', 'api'),
      optional('allowedAudience', 'strongroom'),
      { name: 'caCert', rows: 3, example: '-----BEGIN CERTIFICATE-----' },
      { name: 'tokenReviewerJwt', isSecret: true },
    ],
  },
  kubernetes: {
    method: 'oidc-auth',
    template: 'kubernetes',
    fields: [
      required('issuer', 'https://oidc.example.org/cluster'),
      required('namespace', 'shop'),
      required('serviceAccount', 'api'),
      optional('audience', 'strongroom'),
    ],
  },
  aws: {
    method: 'aws-auth',
    fields: [
      optional('allowedPrincipalArns', 'arn:aws:iam::123456789012:role/deploy'),
      optional('allowedAccountIds', '123456789012'),
      optional('stsEndpoint', 'https://sts.eu-central-1.amazonaws.com/'),
    ],
  },
  gce: {
    method: 'gcp-auth',
    fixed: { type: 'gce' },
    fields: [
      optional('allowedServiceAccounts', 'deploy@shop.iam.gserviceaccount.com'),
      optional('allowedProjects', 'shop'),
      optional('allowedZones', 'europe-west1-b'),
    ],
  },
  gcp: {
    method: 'gcp-auth',
    fixed: { type: 'iam' },
    fields: [required('allowedServiceAccounts', 'deploy@shop.iam.gserviceaccount.com')],
  },
  azure: {
    method: 'azure-auth',
    fields: [
      required('tenantId', '72f988bf-86f1-41af-91ab-2d7cd011db47'),
      required('resource', 'https://management.azure.com/'),
      required('allowedServicePrincipalIds', '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e'),
    ],
  },
  terraform: {
    method: 'oidc-auth',
    template: 'terraform-cloud',
    fields: [
      required('organization', 'octo'),
      optional('project', 'shop'),
      optional('workspace', 'shop-production'),
    ],
  },
} as const satisfies Readonly<Record<string, Platform>>;

export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as PlatformName[];
export const platformOf = (name: PlatformName): Platform => PLATFORMS[name];

/** What was typed, without what was left empty. */
export function bodyOf({ fields, fixed }: Platform, typed: Readonly<Record<string, string>>) {
  const given = fields.flatMap(({ name }) => {
    const text = typed[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return { ...fixed, ...Object.fromEntries(given) };
}

/** Settings as they are shown before they count: without what opens an account elsewhere. */
export function shownSettings({ fields }: Platform, settings: Settings): string {
  const secret = new Set(fields.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  const shown = Object.entries(settings).map(([name, value]) => [
    name,
    secret.has(name) ? '••••••••' : value,
  ]);
  return JSON.stringify(Object.fromEntries(shown), null, 2);
}
