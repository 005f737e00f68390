import { useApp } from './harness.js';
import { explain, newSeed, survey, tally } from './privilege-model/survey.js';

const server = useApp({ LOG_LEVEL: 'silent' });

const COUNT = Number(process.env['PRIVILEGE_SEQUENCES'] ?? 200);

it('draft', async () => {
  const seed = Number(process.env['PRIVILEGE_SEED'] ?? newSeed());
  const from = performance.now();
  const { findings, bench } = await survey(server, { seed, count: COUNT });
  const took = performance.now() - from;
  console.log(`seed ${seed}: ${COUNT} in ${Math.round(took)} ms`);
  const found = tally(findings);
  const lines = [...found].map(([name, list]) => `${name}: ${list.length}`);
  console.log(lines.join('\n'));
  if (process.env['USES'])
    console.log(
      [...bench.uses]
        .map(([r, u]) => `${r} ${u.done}/${u.refused}`)
        .sort()
        .join('\n'),
    );
  for (const [, [first]] of [...found].slice(0, Number(process.env['EXPLAIN'] ?? 4)))
    console.log(await explain(server, first!));
}, 3_600_000);
