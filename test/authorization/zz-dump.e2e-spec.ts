import { writeFileSync } from 'node:fs';
import { createDocument } from '../../src/openapi.js';
import { useApp } from '../harness.js';
const server = useApp();
it('dumps', () => {
  const stack = (server.app.getHttpAdapter().getInstance() as any).router.stack as any[];
  const out: string[] = [];
  for (const l of stack) if (l.route) out.push(Object.keys(l.route.methods).join('|').toUpperCase() + ' ' + JSON.stringify(l.route.path));
  else out.push('-- ' + l.name);
  const doc = createDocument(server.app);
  const docs = Object.entries(doc.paths).flatMap(([p, i]) => Object.keys(i as object).map((m) => m.toUpperCase() + ' ' + p));
  writeFileSync('/tmp/routes.txt', out.join('\n') + '\n=====\n' + docs.join('\n'));
  expect(out.length).toBeGreaterThan(1);
});
