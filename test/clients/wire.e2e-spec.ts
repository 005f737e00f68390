import { describeAction } from '../support/clients/action.js';
import { describeCli } from '../support/clients/cli.js';
import { describeEso, describeOperator } from '../support/clients/kubernetes.js';
import {
  describeGo,
  describeMcp,
  describePython,
  describePythonQueries,
  describeRust,
} from '../support/clients/sdks.js';
import { describeAccess } from '../support/clients/terraform-access.js';
import { describeOrganization } from '../support/clients/terraform-organization.js';
import { describeProject } from '../support/clients/terraform-project.js';
import { useApp } from '../support/harness.js';

/** Requests as existing clients send them, and answers as they decode them. */
const server = useApp();
const fresh = useApp();

describe('the Python SDK', () => {
  describePython(server);
  describePythonQueries(server);
});
describe('the Go SDK', () => describeGo(server));
describe('the Rust SDK', () => describeRust(server));
describe('the GitHub action', () => describeAction(server));
describe('the MCP server', () => describeMcp(server));
describe('the CLI', () => describeCli(server));
describe('Terraform', () => {
  describeOrganization(server);
  describeProject(server);
  describeAccess(server);
});
describe('the Kubernetes operator', () => describeOperator(fresh));
describe('the External Secrets Operator', () => describeEso(server));
