import { describeGrantRaces } from './grant-races.js';

describeGrantRaces(24);
