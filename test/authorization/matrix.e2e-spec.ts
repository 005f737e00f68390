import { useBench } from './bench.js';
import { describeAddresses } from './describe-addresses.js';
import { describeServiceTokens } from './describe-service-tokens.js';
import { describeScim } from './describe-scim.js';
import { describeStanding } from './describe-standing.js';
import { describeStrangers } from './describe-strangers.js';
import { describeTable } from './describe-table.js';

/** Every route of the application against every way in which a request must be refused. */
const bench = useBench();

describe('The table of routes', () => {
  describeTable(bench);
});
describe('Every route that is not public', () => {
  describeStrangers(bench);
  describeAddresses(bench);
  describeStanding(bench);
});
describe('The routes for service tokens', () => {
  describeServiceTokens(bench);
});
describe('The routes of SCIM', () => {
  describeScim(bench);
});
