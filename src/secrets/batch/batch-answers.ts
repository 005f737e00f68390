import { presentBrokenReferences } from '../../projects/broken-references.presenter.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import { presentCreatedSecret, presentSecret } from '../secret.presenter.js';
import type { SecretsOfProject } from '../secret.js';
import type { Report } from './secret-batch-steps.js';

/** With `dryRun`, the report instead of secrets. */
export const presentReport = (report: Report) => ({ dryRun: report });

export const presentCreated = ({ projectId, secrets }: SecretsOfProject) => ({
  secrets: secrets.map((secret) => presentCreatedSecret(projectId, secret)),
});

export const presentChanged = ({
  projectId,
  secrets,
  brokenReferences,
}: SecretsOfProject & WithBrokenReferences) => ({
  secrets: secrets.map((secret) => presentSecret(projectId, secret)),
  ...presentBrokenReferences(brokenReferences),
});
