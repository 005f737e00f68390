import { CommandError, type CommandRun } from './command.js';

/** Milliseconds that one request may take: a batch of a thousand secrets takes a second or two. */
const PATIENCE = 60_000;
/** Characters of an answer that is no JSON, in a message. */
const SHOWN = 200;

interface Refusal {
  readonly message?:
    string | readonly { readonly path?: readonly unknown[]; readonly message?: string }[];
}

/** A server of this API as one identity meets it: with its rights, its audit entries and its limits. */
export class ApiClient {
  private constructor(
    readonly url: string,
    private token: string,
  ) {}

  /** Signs in by the settings STRONGROOM_TOKEN, or STRONGROOM_CLIENT_ID and STRONGROOM_CLIENT_SECRET. Throws a CommandError. */
  static async signIn({ config }: Pick<CommandRun, 'config'>): Promise<ApiClient> {
    const { client, port } = config;
    const url = (client.url ?? `http://localhost:${port}`)
      .replace(/\/+$/, '')
      .replace(/\/api$/, '');
    if (/^https?:\/\/[^/]*@/.test(url)) {
      throw new CommandError(
        'STRONGROOM_URL should have no user and no password: set STRONGROOM_CLIENT_ID and STRONGROOM_CLIENT_SECRET.',
      );
    }
    const api = new ApiClient(url, client.token ?? '');
    if (client.token !== undefined) return api;
    const { clientId, clientSecret } = client;
    if (clientId === undefined || clientSecret === undefined) {
      throw new CommandError(
        'Set STRONGROOM_CLIENT_ID and STRONGROOM_CLIENT_SECRET, or STRONGROOM_TOKEN: this acts as an identity.',
      );
    }
    const body = { clientId, clientSecret };
    type Login = { readonly accessToken: string };
    const { accessToken } = await api.send<Login>('POST', '/v1/auth/universal-auth/login', body);
    api.token = accessToken;
    return api;
  }

  get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
    return this.send<T>('GET', `${path}?${new URLSearchParams(query).toString()}`);
  }

  /** The id of a project that is named by its slug or its id. */
  async projectId(named: string): Promise<string> {
    if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(named)) return named;
    return (await this.get<{ id: string }>(`/v1/projects/slug/${encodeURIComponent(named)}`)).id;
  }

  /** Throws an ApiRefusal for an answer other than 2xx, and a CommandError where there is none. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error', // a token goes to the server that was named, and nowhere else
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((error: unknown) => {
      throw this.silence(error);
    });
    const text = await answer.text();
    const json = parsed(text);
    if (answer.ok && json !== undefined) return json as T;
    const asked = `${method} ${path.split('?', 1)[0]}`;
    const reason = reasonIn(json, text);
    throw new ApiRefusal(
      answer.status,
      `${this.url} answered ${answer.status} to ${asked}: ${reason}`,
    );
  }

  private silence(error: unknown): CommandError {
    const cause = (error as { cause?: NodeJS.ErrnoException }).cause;
    const reason = cause?.code ?? (error as Error).name;
    return new CommandError(`STRONGROOM_URL: nothing answers at ${this.url} (${reason}).`);
  }
}

/** The server said no. */
export class ApiRefusal extends CommandError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonIn(json: unknown, text: string): string {
  const { message } = (json ?? {}) as Refusal;
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return text.slice(0, SHOWN);
  return (message as Exclude<Refusal['message'], string | undefined>)
    .map((problem) => `${(problem.path ?? []).join('.')}: ${problem.message}`)
    .join('; ');
}
