import { FIELD_DESCRIPTIONS } from './field-descriptions.js';
import type { Components, Route, Schema } from './parts.js';

/** Describes a field by the first of its names that is known; returns that name if none is. */
const describe = (schema: Schema, ...names: string[]): string[] => {
  if (schema.description !== undefined) return [];
  const known = names.map((name) => FIELD_DESCRIPTIONS[name]).find((text) => text !== undefined);
  if (known === undefined) return [names[0]!];
  schema.description = known;
  return [];
};

/** Describes what its declaration leaves undescribed; returns what is left without a word. */
export function describeFields(routes: readonly Route[], components: Components): string[] {
  const fields = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, schema]) =>
      describe(
        schema,
        `${name}.${field}`,
        ...(name.endsWith('Result') ? [`Result.${field}`] : []),
        field,
      ),
    ),
  );
  const parameters = routes.flatMap(({ operation }) =>
    (operation.parameters ?? []).flatMap((parameter) =>
      describe(parameter as Schema, parameter.name),
    ),
  );
  return [...fields, ...parameters];
}
