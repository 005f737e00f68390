import { type Schema, resolved } from './parts.js';

const DATE_TIME = '2026-11-21T12:00:00.000Z';
const UUID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const BY_FORMAT: Readonly<Record<string, unknown>> = { 'date-time': DATE_TIME, uuid: UUID };
const MOST_LEVELS = 8;

/**
 * A value that the schema accepts, made of the examples of its parts. An answer shows all of its fields; a request what
 * it needs, or where it needs nothing what has an example of its own.
 */
export class Sampler {
  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly isRequest: boolean,
  ) {}

  sample(schema: Schema, level = 0): unknown {
    const own = ownExample(schema);
    if (own !== undefined) return own;
    if (schema.$ref) return this.sample(resolved(schema, this.schemas), level + 1);
    if (schema.properties) return this.sampleObject(schema, level);
    const part =
      schema.oneOf?.[0] ?? schema.allOf?.[0] ?? (schema.type ? undefined : schema.anyOf?.[0]);
    if (part) return this.sample(part, level + 1);
    return this.samplePlain(schema, level);
  }

  private sampleObject(schema: Schema, level: number): object {
    const { properties = {}, required = [], anyOf } = schema;
    const needed = new Set([...required, ...(anyOf?.[0]?.required ?? [])]);
    const isShown = ([name, schema]: [string, Schema]) =>
      needed.has(name) ||
      (!schema.deprecated &&
        (this.isRequest
          ? needed.size === 0 && ownExample(schema) !== undefined
          : level < MOST_LEVELS));
    const shown = Object.entries(properties).filter(isShown);
    return Object.fromEntries(shown.map(([name, each]) => [name, this.sample(each, level + 1)]));
  }

  private samplePlain(schema: Schema, level: number): unknown {
    const types = [schema.type].flat();
    if (schema.enum) return schema.enum[0];
    if (schema.default !== undefined) return schema.default;
    if (types.includes('array')) {
      const isEmpty = !schema.items || level >= MOST_LEVELS;
      return isEmpty ? [] : [this.sample(schema.items!, level + 1)];
    }
    if (types.includes('object')) return {};
    if (types.includes('boolean')) return false;
    if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 1;
    if (types.includes('string')) return BY_FORMAT[schema.format ?? ''] ?? 'text';
    return null;
  }
}

const ownExample = ({ example, examples, ...rest }: Schema): unknown =>
  example === undefined ? (examples?.[0] ?? rest.const) : example;
