import helmet from 'helmet';

/** Sets the security headers of an answer. They are computed once. */
export const securityHeaders = helmet({
  // The pages are our own; behind plain http a browser must not be sent to https for their scripts.
  contentSecurityPolicy: {
    directives: {
      'upgrade-insecure-requests': null,
      'style-src': ["'self'", "'unsafe-inline'"],
      'font-src': ["'self'", 'data:'],
    },
  },
});
