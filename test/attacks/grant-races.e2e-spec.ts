import { describeGrantRaces } from '../support/attacks/grant-races.js';

describeGrantRaces(10);
