// Writes docs/errors.md from the table of errors; run `npm run build` before.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsMarkdown } from '../dist/src/errors/errors-page.js';

writeFileSync(join(import.meta.dirname, '..', 'docs', 'errors.md'), errorsMarkdown());
