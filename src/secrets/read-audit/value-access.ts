import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { AuditReads } from '../../audit/audit-reads.js';
import { canonicalJson } from '../../audit/chain/chain-bytes.js';
import type { ContentActor } from '../../auth/actor.js';
import { CHANGES_NOTHING } from '../../http/changes-nothing.decorator.js';
import type { RequestContext } from '../../http/request-context.js';
import { RequestScoped } from '../../request-scope/request-scope.js';
import type { SealedSecret } from '../secret.js';

/** A version of a secret whose value a request opened for its answer. */
export type AccessedValue = Pick<
  SealedSecret,
  'id' | 'environment' | 'secretPath' | 'key' | 'version'
>;

/** The values that one request opened. */
export interface AccessedValues {
  projectId?: string;
  readonly secrets: AccessedValue[];
  /** Values that the caller holds for themselves: counted, since their names are nobody else's to know. */
  personal?: number;
}

/**
 * Ambient, since every value leaves through the vault, whatever way it takes into an answer (an import, a
 * reference, a past state): a new way cannot forget to record it.
 */
const ACCESSED = new RequestScoped<AccessedValues>();

/** Runs the work of a request; the values that it opens are added to `accessed`. */
export const recordingValueAccess = <T>(accessed: AccessedValues, work: () => T): T =>
  ACCESSED.run(accessed, work);

/** What the vault calls for every value that it opens outside of a change; null where nothing is recorded. */
export function valueAccessRecorder(projectId: string): ((secret: AccessedValue) => void) | null {
  const accessed = ACCESSED.current;
  if (!accessed) return null;
  return (secret) => {
    accessed.projectId ??= projectId;
    accessed.secrets.push(secret);
  };
}

/** What is called with the number of values that the caller holds for themselves and that were opened; null where nothing is recorded. */
export function personalAccessRecorder(projectId: string): ((count: number) => void) | null {
  const accessed = ACCESSED.current;
  if (!accessed) return null;
  return (count) => {
    accessed.projectId ??= projectId;
    accessed.personal = (accessed.personal ?? 0) + count;
  };
}

/** The target of the entry that each request wrote, while the request lasts. */
const RECORDED = new WeakMap<RequestContext, string>();

/** The target that was recorded of a request, as JSON; null if it showed no value. */
export const recordedTarget = (request: RequestContext): string | null =>
  RECORDED.get(request) ?? null;

/** The action of the entry. */
export const READ_ACTION = 'secret.read';

/** Names that an audit entry lists before it only counts. */
const MAX_NAMED = 1_000;
const MAX_AS_OF = 256;

/** Writes one audit entry for each request that shows values, committed before the first byte of its answer. */
@Injectable()
export class ValueAccessInterceptor implements NestInterceptor {
  constructor(
    private readonly reads: AuditReads,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, query, user } = context.switchToHttp().getRequest<Request>();
    // Changes have entries of their own, which also stand for what they show.
    const isRead = method === 'GET' || method === 'HEAD' || this.changesNothing(context);
    if (!this.reads.isOn || !isRead || !user) return next.handle();
    const accessed: AccessedValues = { secrets: [] };
    return recordingValueAccess(accessed, () => next.handle()).pipe(
      mergeMap(async (answer: unknown) => {
        await this.record(user as ContentActor, accessed, query['asOf']);
        return answer;
      }),
    );
  }

  private changesNothing(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(CHANGES_NOTHING, targets) === true;
  }

  private async record(actor: ContentActor, accessed: AccessedValues, asOf: unknown) {
    const { projectId, secrets, personal = 0 } = accessed;
    if (secrets.length === 0 && personal === 0) return;
    const pointInTime =
      typeof asOf === 'string' && asOf !== '' ? { asOf: asOf.slice(0, MAX_AS_OF) } : {};
    const targetJson = canonicalJson({
      ...accessTarget(secrets),
      ...pointInTime,
      ...(personal > 0 ? { personalCount: personal } : {}),
    });
    // The answer may wait for its reader for long, and with it the request's context.
    secrets.length = 0;
    await this.reads.recordJson(actor, { action: READ_ACTION, projectId, targetJson });
    RECORDED.set(actor.request, targetJson);
  }
}

interface AccessedFolder {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKeys: string[];
  /** In the order of `secretKeys`. */
  readonly versions: number[];
}

/** The target of the audit entry: names and versions by folder; a single folder without a list around it. */
export function accessTarget(secrets: readonly AccessedValue[]): Record<string, unknown> {
  const states = distinctStates(secrets);
  const folders = new Map<string, AccessedFolder>();
  let folder: AccessedFolder | undefined;
  for (const { environment, secretPath, key, version } of states.slice(0, MAX_NAMED)) {
    if (folder?.environment !== environment || folder.secretPath !== secretPath) {
      const address = `${environment} ${secretPath}`;
      folder = folders.get(address) ?? { environment, secretPath, secretKeys: [], versions: [] };
      folders.set(address, folder);
    }
    folder.secretKeys.push(key);
    folder.versions.push(version);
  }
  const [first, ...rest] = folders.values();
  const count = states.length;
  return rest.length === 0 ? { ...first, count } : { folders: [first, ...rest], count };
}

/** Each version of each secret once: references may lead to one again and again. */
function distinctStates(secrets: readonly AccessedValue[]): AccessedValue[] {
  const first = new Map<string, number>();
  const others = new Set<string>();
  return secrets.filter(({ id, version }) => {
    const known = first.get(id);
    if (known === undefined) {
      first.set(id, version);
      return true;
    }
    if (known === version || others.has(`${id} ${version}`)) return false;
    others.add(`${id} ${version}`);
    return true;
  });
}
