import { describeCli } from './clients/cli.js';
import { describeEso, describeOperator } from './clients/kubernetes.js';
import { describeGo, describeMcp, describePython, describeRust } from './clients/sdks.js';
import { describeAccess } from './clients/terraform-access.js';
import { describeOrganization } from './clients/terraform-organization.js';
import { describeProject } from './clients/terraform-project.js';
import { useApp } from './harness.js';

/** Requests as existing clients send them, and answers as they decode them. */
const server = useApp();
const fresh = useApp();

describe('the Python SDK', () => describePython(server));
describe('the Go SDK', () => describeGo(server));
describe('the Rust SDK', () => describeRust(server));
describe('the MCP server', () => describeMcp(server));
describe('the CLI', () => describeCli(server));
describe('Terraform', () => {
  describeOrganization(server);
  describeProject(server);
  describeAccess(server);
});
describe('the Kubernetes operator', () => describeOperator(fresh));
describe('the External Secrets Operator', () => describeEso(server));
