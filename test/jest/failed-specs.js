// node failed-specs.js RESULTS: prints the spec files of a run that may be run once more, from Jest's `--json`. Ends with 1
// where the run is a failure already: a failure that names a seed comes again by its seed, not by another try, and many that
// fail have one cause.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST = 3;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed');
const drawn = failed.filter(({ message }) => /\bseed\b/i.test(message));
const names = (results) => results.map(({ name }) => relative(process.cwd(), name));

console.error(
  `Failed, and run once more by itself where it names no seed: ${names(failed).join(' ')}`,
);
if (drawn.length > 0 || failed.length === 0 || failed.length > MOST) process.exit(1);
console.log(names(failed).join('\n'));
