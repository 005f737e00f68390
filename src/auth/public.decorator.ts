import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const IS_PUBLIC = Symbol('isPublic');

/** Marks the operation in the document, until `createDocument` has taken the bearer token off it. */
export const PUBLIC_EXTENSION = 'x-public';

/** Opens a route to callers without a token. What is forgotten stays shut. */
export const Public = () =>
  applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true));
