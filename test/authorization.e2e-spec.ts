import { jest } from '@jest/globals';
import { useBench } from './authorization/bench.js';
import { describeAddresses } from './authorization/describe-addresses.js';
import { describeStanding } from './authorization/describe-standing.js';
import { describeStrangers } from './authorization/describe-strangers.js';
import { describeTable } from './authorization/describe-table.js';

jest.setTimeout(120_000);

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
