import { describeShare } from './privilege-model/long.js';

describeShare();
