// Reads the findings of Schemathesis from its record of every request, and those of sequences of requests.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Reads a report, line by line: it is larger than what fits into a text. */
export async function readReport(file) {
  const found = { cases: 0, statuses: new Map(), findings: [], errors: [] };
  // Operations that were asked, and those that answered with a 2xx.
  Object.assign(found, { tried: new Set(), reached: new Set() });
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    const { ScenarioFinished, NonFatalError } = JSON.parse(line);
    if (ScenarioFinished) addScenario(found, ScenarioFinished.recorder);
    if (NonFatalError) {
      const { label, value } = NonFatalError;
      found.errors.push({ label, message: value.message });
    }
  }
  return found;
}

function addScenario(found, { cases, checks, interactions }) {
  for (const [id, { request, response }] of Object.entries(interactions ?? {})) {
    if (!response) continue;
    const { method, path } = cases[id].value;
    found.cases += 1;
    found.tried.add(`${method} ${path}`);
    const { status_code: status } = response;
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    if (status < 300) found.reached.add(`${method} ${path}`);
    for (const { name, status: outcome, failure_info: info } of checks[id] ?? []) {
      if (outcome === 'success' || outcome === 'skip') continue;
      const code = codeIn(response.headers.link?.join());
      const what = info?.failure?.message ?? info?.failure?.title ?? '';
      const at = `${method} ${path}`;
      const answer = textOf(response.content);
      found.findings.push({
        ...{ check: name, status, code, at, uri: request.uri, what, answer },
        sent: textOf(request.body),
        problems: problemsIn(answer),
      });
    }
  }
}

/** Reads the result of sequences.py, in the form of a report. */
export function readSequences(file) {
  const { sequences, steps, statuses, tried, reached, findings, errors } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return {
    sequences,
    cases: steps,
    statuses: new Map(Object.entries(statuses).map(([status, count]) => [Number(status), count])),
    tried: new Set(tried),
    reached: new Set(reached),
    findings: findings.map(({ link, ...each }) => ({
      ...each,
      code: codeIn(link),
      problems: problemsIn(each.answer),
    })),
    errors: errors.map((message) => ({ label: 'sequences', message })),
  };
}

/** The code of an error, which the header `Link` names. */
const codeIn = (link = '') => /errors#([a-z0-9-]+)>/.exec(link)?.[1];

/** A body, which the report holds in base64. */
const textOf = (body) => Buffer.from(body?.$base64 ?? '', 'base64').toString();

/** One finding of each kind on each operation: a seed finds the same one many times. */
export function distinct(findings) {
  const kinds = new Map();
  for (const each of findings) {
    const kind = [each.check, each.at, each.status, each.code].join(' ');
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()];
}

/** The problems of a 422. */
function problemsIn(answer) {
  try {
    const { message } = JSON.parse(answer);
    return Array.isArray(message) ? message : [];
  } catch {
    return [];
  }
}
