import { SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = Symbol('isPublic');

/** Opens a route to callers without a token. What is forgotten stays shut. */
export const Public = () => SetMetadata(IS_PUBLIC, true);
