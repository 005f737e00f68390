import { describeShare } from './long.js';

describeShare();
