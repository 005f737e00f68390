import { createDocument } from '../../src/openapi/document.js';
import type { TestApp } from '../support/harness.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

interface Routed {
  readonly router: { readonly stack: readonly Layer[] };
}

/** `METHOD /path` of every route that the running application has, the pages of the document aside. */
export function routesOf({ app }: TestApp): string[] {
  const { stack } = (app.getHttpAdapter().getInstance() as Routed).router;
  return stack
    .flatMap(({ route }) =>
      route
        ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
        : [],
    )
    .filter((route) => !route.startsWith('GET /api/docs'))
    .sort();
}

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: { readonly format?: string } }>>;
  };
  readonly parameters?: readonly { readonly in: string }[];
}

/** The routes of the OpenAPI document, each with whether it takes a body or a query. */
export function documentedRoutes({ app }: TestApp): Map<string, boolean> {
  const routes = Object.entries(createDocument(app).paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => {
      const takes =
        // Bytes have no fields that could be wrong.
        Object.values(operation.requestBody?.content ?? {}).some(
          ({ schema }) => schema?.format !== 'binary',
        ) || (operation.parameters ?? []).some((parameter) => parameter.in === 'query');
      const route = `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`;
      return [route, takes] as const;
    }),
  );
  return new Map(routes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
