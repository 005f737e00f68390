import { jest } from '@jest/globals';
import { useBench } from './bench.js';
import { describeAddresses } from './describe-addresses.js';
import { describeStanding } from './describe-standing.js';
import { describeStrangers } from './describe-strangers.js';
import { describeTable } from './describe-table.js';

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
