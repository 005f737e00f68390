import { rightWords as words, type RightScope } from '../words/rights';
import { beyondText, missingRightText } from './missing-right';

/** One thing that is wrong with a field of a request. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The code of a refusal that is the page's own: whoever is at it did not prove who they are, and nothing was sent. */
export const NOT_PROVED = 'not-proved';

/** What the server answered in place of what was asked for; the one error that screens see. */
export class Refusal extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The stable code of the error, which the header Link names; empty where there is none. */
  readonly code: string;
  /** The page that explains the code, relative to the server; null where there is none. */
  readonly help: string | null;
  /** To find the request in the server's log by. */
  readonly reqId: string | null;
  /** Milliseconds after which the same request may be sent again; null where the server says nothing of it. */
  readonly retryAfter: number | null;
  readonly fields: readonly FieldProblem[];
  /** Whatever else the answer has, such as the rule that forbids. */
  readonly details: unknown;

  constructor(message: string, facts: Partial<Omit<Refusal, 'message' | 'name'>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = facts.status ?? 0;
    this.code = facts.code ?? '';
    this.help = facts.help ?? null;
    this.reqId = facts.reqId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.fields = facts.fields ?? [];
    this.details = facts.details;
  }
}

interface ErrorBody {
  readonly message?: unknown;
  readonly reqId?: unknown;
  readonly details?: unknown;
}

/** The server says who can give a right; subjects of a project and of the organization have the same names. */
const scopeOf = (sentence: string): RightScope =>
  sentence.includes('administrator of the organization') ? 'organization' : 'project';

/** What the console says itself where a right is missing; null of anything else. */
function ownText(code: string, details: unknown, sentence: string): string | null {
  if (code === 'permission-denied') return missingRightText(details, scopeOf(sentence));
  if (code === 'beyond-own-permissions') return beyondText(details);
  return code === 'not-a-member' ? words.notMember : null;
}

/** A part of a sentence that names a route, which is for whoever writes a program. */
const ROUTE =
  /(?:,? or\b|[;:,])[^.;:,]*?:? ?\b(?:GET|POST|PATCH|PUT|DELETE) \/api\/[^\s,]*[^.;,]*/g;

function withoutRoutes(sentence: string): string {
  const rest = sentence.replaceAll(ROUTE, '');
  return rest === sentence || rest.endsWith('.') ? rest : `${rest}.`;
}

/** Reads a refusal out of an answer whose status is none of success. `body` is its JSON, or its text. */
export function refusalOf(answer: Response, body: unknown): Refusal {
  const json: ErrorBody = typeof body === 'object' && body !== null ? body : {};
  const fields = Array.isArray(json.message) ? (json.message as FieldProblem[]) : [];
  const text =
    fields.length > 0
      ? fields.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
      : typeof json.message === 'string'
        ? json.message
        : `The server answered with ${answer.status}.`;
  const help = /<([^>]*)>;\s*rel="?help"?/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null;
  const code = help?.split('#')[1] ?? '';
  return new Refusal(ownText(code, json.details, text) ?? withoutRoutes(text), {
    status: answer.status,
    code,
    help,
    reqId: typeof json.reqId === 'string' ? json.reqId : answer.headers.get('X-Request-Id'),
    retryAfter: retryAfterOf(answer.headers.get('Retry-After')),
    fields,
    details: json.details,
  });
}

function retryAfterOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null;
}

/** What to say where no answer came: it is nobody's refusal, but screens show it in the same place. */
export const unreachable = (): Refusal =>
  new Refusal('The server does not answer. Is it running, and is this machine online?');
