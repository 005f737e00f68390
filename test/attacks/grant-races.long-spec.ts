import { describeGrantRaces } from '../support/attacks/grant-races.js';

describeGrantRaces(Number(process.env['GRANT_RACE_RUNS'] ?? 2_000));
