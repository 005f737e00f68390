import { SetMetadata } from '@nestjs/common';

export const SHOWS_SECRET = Symbol('showsSecret');

/**
 * Names the members of the answer that hold a private key, each as a path: `certificate.privateKey`; lists
 * are gone through. They are never kept with the answer to a request with an Idempotency-Key.
 */
export const ShowsSecret = (...paths: readonly string[]) => SetMetadata(SHOWS_SECRET, paths);
