import { applyDecorators, Header } from '@nestjs/common';

/** 2025-01-01: since then v4 is the one to use. */
export const DEPRECATED_SINCE = '@1735689600';

/** Says on every answer that the route is on its way out, and what follows it (RFC 9745, RFC 8288). */
export const Deprecated = (successor: string): MethodDecorator =>
  applyDecorators(
    Header('Deprecation', DEPRECATED_SINCE),
    Header('Link', `<${successor}>; rel="successor-version"`),
  );
