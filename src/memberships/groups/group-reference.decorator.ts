import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { notFound } from '../../errors/api-error.js';

/** Where at the earliest `groups` may stand in a path such as /api/v2/workspace/{projectId}/groups/{group}. */
const FIRST = 5;

/**
 * Returns the group that the path names. Clients escape it as they would in a query: a space arrives as `+`, and a plus
 * as `%2B`. Throws 404 for what can be no name.
 */
export function groupReferenceIn(originalUrl: string): string {
  const segments = originalUrl.split('?', 1)[0]!.split('/');
  const raw = segments[segments.indexOf('groups', FIRST) + 1] ?? '';
  const name = decodeURIComponent(raw.replaceAll('+', '%20'));
  if (name.includes('\0')) throw notFound();
  return name;
}

/** The group of the path, by id or name: a text that is the id of a group is never taken for a name. */
export const GroupReference = createParamDecorator((_: unknown, context: ExecutionContext) =>
  groupReferenceIn(context.switchToHttp().getRequest<Request>().originalUrl),
);

export const ApiGroupReference = () =>
  applyDecorators(
    ApiParam({
      name: 'group',
      description:
        'Id or name of the group. In a name a space may be written as `+`; a plus is `%2B`',
    }),
  );
