import type { OpenAPIObject } from '@nestjs/swagger';

/** The parts of a document as its passes see and change them. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  deprecated?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, object>;
}

export interface DescribedAnswer {
  $ref?: string;
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, DescribedAnswer>;
}

/** One method of one path. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export type Components = Record<
  'schemas' | 'responses' | 'headers' | 'examples' | 'parameters',
  Record<string, object>
> & { schemas: Record<string, Schema> };

export const routesOf = (document: OpenAPIObject): Route[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );

/** The components of the document, each kind of them there. */
export function componentsOf(document: OpenAPIObject): Components {
  const known = document.components ?? {};
  const all = { responses: {}, headers: {}, examples: {}, parameters: {}, schemas: {}, ...known };
  document.components = all as typeof document.components;
  return all as unknown as Components;
}

/** The answer where all went well. */
export const doneOf = ({ responses }: Operation): DescribedAnswer | undefined =>
  responses['200'] ?? responses['201'] ?? responses['204'];

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The schema that a reference leads to, or the schema itself. */
export function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas);
}
