import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import { ERROR_CODES, type ErrorCode, ERRORS_PAGE } from '../../src/errors/error-codes.js';
import { ERROR_STATUS } from '../../src/errors/error-names.js';
import { createDocument } from '../../src/openapi/document.js';

interface Answer {
  readonly $ref?: string;
  readonly content?: Record<string, { schema?: object }>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly template: string;
  readonly operation: Operation;
}

/** Holds answers against the document the application serves: status, and every field. */
export class AnswerCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  /** By the text of the schema: the routes share most answers, and to compile one takes milliseconds. */
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: readonly Route[];
  private readonly shared: Readonly<Record<string, Answer>>;

  constructor(app: NestExpressApplication) {
    const document = JSON.parse(JSON.stringify(createDocument(app))) as OpenAPIObject;
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    closeObjects(document.components?.schemas);
    closeObjects(document.paths);
    this.shared = (document.components?.responses ?? {}) as unknown as Record<string, Answer>;
    this.ajv.addSchema({ $id: 'document', components: document.components });
    this.routes = routesOf(document);
  }

  /** Throws unless the document knows the status of this answer and describes its body. */
  readonly assert = (answer: Response): void => {
    const { method, path } = (answer as unknown as { req: { method: string; path: string } }).req;
    if (answer.status >= 400) assertCode(answer, `${method} ${path}`);
    if (answer.status === 304 || method === 'HEAD') return;
    const pathname = path.split('?')[0]!.replace(/(.)\/$/, '$1');
    const route = this.routes.find((each) => each.method === method && each.pattern.test(pathname));
    if (!route) return;
    const where = `${method} ${route.template} ${answer.status}`;
    const response = this.answerOf(route.operation, answer.status);
    if (!response) throw new Error(`${where} is not in the document: ${answer.text.slice(0, 300)}`);
    if ([204, 302].includes(answer.status) && !response.content) return;
    const { content = {} } = response;
    const documented = content[answer.type]?.schema as { format?: string } | undefined;
    if (documented?.format === 'binary') return;
    const json = ['application/json', 'application/scim+json', 'application/problem+json'];
    const schema = json.map((type) => content[type]?.schema).find(Boolean);
    if (!schema) throw new Error(`${where} has no schema in the document`);
    const validate = this.validatorOf(schema);
    if (!validate(answer.body)) {
      throw new Error(`${where} is not as documented: ${this.ajv.errorsText(validate.errors)}`);
    }
  };

  private answerOf({ responses }: Operation, status: number): Answer | undefined {
    const answer = responses[String(status)];
    const name = answer?.$ref?.replace('#/components/responses/', '');
    return name === undefined ? answer : this.shared[name];
  }

  private validatorOf(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const known = this.validators.get(text);
    if (known) return known;
    const validate = this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate;
  }
}

/** Throws unless the answer to an error leads to the explanation of a known code, which fits the body. */
export function assertCode(answer: Pick<Response, 'headers' | 'body' | 'status'>, where: string) {
  const links = String(answer.headers['link'] ?? '');
  const [, code = ''] = /<([^>]*)>; rel="help"/.exec(links)?.[1]?.split(`${ERRORS_PAGE}#`) ?? [];
  if (!Object.hasOwn(ERROR_CODES, code)) {
    throw new Error(`${where} ${answer.status} has no code of an error: Link: ${links}`);
  }
  const { error, statusCode } = answer.body as { error?: string; statusCode?: number };
  const [name] = ERROR_CODES[code as ErrorCode];
  // Protocols with bodies of their own have neither.
  if (statusCode === undefined) return;
  if (error !== name || answer.status !== ERROR_STATUS[name]) {
    throw new Error(`${where} ${answer.status} is ${error}, but its code ${code} is ${name}`);
  }
}

function routesOf(document: OpenAPIObject): Route[] {
  const routes = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    })),
  );
  // Literal segments win over parameters, as they do in the router.
  const parameters = (route: Route) => route.template.split('{').length;
  return routes.sort((a, b) => parameters(a) - parameters(b));
}

/** A field that the document does not name is an error here, though the document leaves it open. */
function closeObjects(node: unknown): void {
  if (node === null || typeof node !== 'object') return;
  const schema = node as { properties?: object; additionalProperties?: unknown; allOf?: unknown };
  if (schema.properties && schema.additionalProperties === undefined && !schema.allOf) {
    schema.additionalProperties = false;
  }
  for (const child of Object.values(node)) closeObjects(child);
}
