import { type DescribedAnswer, type Components, doneOf, type Route } from './parts.js';

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' },
  ...(example === undefined ? {} : { example }),
});
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

const HEADERS = {
  'X-Request-Id': text('Identifies the request in the log', 'req-4kTq0Zc81bXyAm'),
  'X-RateLimit-Limit': number('Requests a minute for this caller and class of routes', 3000),
  'X-RateLimit-Remaining': number('What is left of them', 2999),
  'X-RateLimit-Reset': number('Seconds until the count begins anew', 60),
  'Retry-After': number('Seconds to wait before the next attempt, where that is known', 12),
  ETag: text(
    'The version of the answer, for If-None-Match',
    '"F8wBKFGnPc4aK8rFjPDXu5fp8LVuruw1JgxjvtzxKYY"',
  ),
  Deprecation: text('Since when the route is deprecated (RFC 9745)', '@1735689600'),
  Link: text('The route to use instead (RFC 8288)', '</api/v4/secrets>; rel="successor-version"'),
  'X-Hint': text(
    'What may not have been meant so: fields that were ignored, a folder that is not there',
    "Ignored, as no field has this name: slugg. Did you mean 'slug'?",
  ),
  'Error-Link': text(
    'Where the code of the error is explained',
    '</api/docs/errors#conflict>; rel="help"',
  ),
  'Idempotency-Replayed': {
    description: 'There if the answer is that of an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Every change with a token takes it. Without an example: a second request under the same key would be refused or replayed. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat: it happens once, and its answer is given again for 24 hours. A new key, such as a UUID, ' +
    'for every request; with another request: 422; while the first one runs: 409',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
} as const;

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that the client kept; 304 while it is still the same',
  // What is no such tag is that of no answer (RFC 9110, 13.1.2).
  schema: { type: 'string' },
} as const;

/** Tells the headers of a good answer, and the answer without a body to a client that has it already. */
export function addHeaders({ method, path, operation }: Route, components: Components): void {
  Object.assign(components.headers, HEADERS);
  const isLimited = operation.tags[0] !== 'System';
  const takesKey = operation.parameters?.some(({ name }) => name === IDEMPOTENCY_KEY.name) ?? false;
  const done = doneOf(operation);
  const names: (keyof typeof HEADERS)[] = ['X-Request-Id'];
  if (isLimited) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
  const isKept = method === 'get' && !done?.content?.['text/event-stream'];
  if (isKept) names.push('ETag');
  if (takesKey) names.push('Idempotency-Replayed');
  const takesQuery = operation.parameters?.some(({ in: where }) => where === 'query') ?? false;
  if (takesQuery || operation.requestBody) names.push('X-Hint');
  if (path.startsWith('/api/v3/') || path.includes('/service-token'))
    names.push('Deprecation', 'Link');
  if (done) done.headers = { ...done.headers, ...refsTo(names) };
  if (!isKept) return;
  const unchanged = {
    description: 'The answer is still that of If-None-Match',
    headers: refsTo(['ETag']),
  };
  components.responses.NotModified ??= unchanged;
  operation.responses['304'] = { $ref: '#/components/responses/NotModified' } as DescribedAnswer;
  if (/^\/api\/v[34]\/secrets/.test(path))
    operation.parameters = [
      ...(operation.parameters ?? []),
      { ...IF_NONE_MATCH, schema: { ...IF_NONE_MATCH.schema } },
    ];
}

const refsTo = (names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
