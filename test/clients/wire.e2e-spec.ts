import { describeAction } from '../support/clients/action.js';
import { describeCli } from '../support/clients/cli.js';
import { describeCliPeople } from '../support/clients/cli-people.js';
import { describeHeldWrites } from '../support/clients/held-writes.js';
import { describeEso, describeOperator } from '../support/clients/kubernetes.js';
import { describeRefusals } from '../support/clients/refusals.js';
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
describe('the CLI of a person', () => describeCliPeople(server));
describe('Terraform', () => {
  describeOrganization(server);
  describeProject(server);
  describeAccess(server);
});
describe('the Kubernetes operator', () => describeOperator(fresh));
describe('the External Secrets Operator', () => describeEso(server));
describe('a write that waits for consent', () => describeHeldWrites(server));
describe('a refusal', () => describeRefusals(server));
