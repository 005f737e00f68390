// Writes the types that the console knows the API by, from the document that the build made: `npm run console:types`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, shapeOf } from './document-shape.js';
import { installPackages, ROOT } from './run.js';

if (!(await installPackages())) {
  console.error('The packages of tools cannot be installed here: the types stay as they are.');
  process.exit(1);
}
const { default: openapi, astToString } = await import('openapi-typescript');

const document = JSON.parse(
  readFileSync(join(ROOT, 'dist', 'src', 'openapi', 'document.json'), 'utf8'),
);
const shape = shapeOf(document);
const types = astToString(
  await openapi(shape, { emptyObjectsUnknown: true, defaultNonNullable: false }),
);
const file = join(ROOT, 'console', 'api', 'schema.d.ts');
writeFileSync(
  file,
  `// Made from the API document by \`npm run console:types\`; never edited. Shape: ${digestOf(shape)}\n${types}`,
);
console.log(file);
