// What of the API document types follow from: not its texts, examples, headers and errors.
import { createHash } from 'node:crypto';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The document without texts and examples, and of the answers those that are no refusal. */
export function shapeOf({ openapi, info, paths, components }) {
  const { title, version } = info;
  const shape = {
    ...{ openapi, info: { title, version } },
    paths: mapValues(paths, (operations) =>
      mapValues(
        pick(operations, METHODS),
        ({ operationId, parameters, requestBody, responses }) => ({
          operationId,
          ...(parameters && { parameters }),
          ...(requestBody && { requestBody }),
          responses: mapValues(
            pick(
              responses,
              Object.keys(responses).filter((status) => status.startsWith('2')),
            ),
            ({ headers: _headers, ...response }) => ({ description: '', ...response }),
          ),
        }),
      ),
    ),
    components: { schemas: components.schemas, parameters: components.parameters ?? {} },
  };
  return withoutTexts(shape);
}

/** Says which document a file of types was made of. */
export const digestOf = (shape) =>
  createHash('sha256').update(JSON.stringify(shape)).digest('base64url').slice(0, 22);

const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'x-examples']);

/** `names`: whether the keys of this object are names of fields, among which a text may be called anything. */
function withoutTexts(value, names = false) {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(
    ([key, each]) => names || !TEXTS.has(key) || (key === 'description' && each === ''),
  );
  return Object.fromEntries(
    kept.map(([key, each]) => [key, withoutTexts(each, !names && HOLDERS.has(key))]),
  );
}

/** What holds things by names of their own. */
const HOLDERS = new Set(['properties', 'schemas', 'paths', 'responses', 'patternProperties']);

const pick = (object, keys) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
