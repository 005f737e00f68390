import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const IS_PUBLIC = Symbol('isPublic');

/** Marks the operation in the document, until `createDocument` has taken the bearer token off it. */
export const PUBLIC_EXTENSION = 'x-public';

/** Opens a route to callers without a token. What is forgotten stays shut. */
export const Public = () =>
  applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true));

/** Marks the operation in the document, until `createDocument` has said that it takes the token of a person. */
export const PERSON_EXTENSION = 'x-person';

/** Opens a route to a guard of its own, which admits people. */
export const PersonalToken = () =>
  applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(PERSON_EXTENSION, true));
