import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const CHANGES_NOTHING = Symbol('changesNothing');

/** Marks the operation in the document, until `createDocument` has seen it. */
export const CHANGES_NOTHING_EXTENSION = 'x-changes-nothing';

/** A POST that only reads. It may be repeated as it is, so it takes no Idempotency-Key. */
export const ChangesNothing = () =>
  applyDecorators(
    SetMetadata(CHANGES_NOTHING, true),
    ApiExtension(CHANGES_NOTHING_EXTENSION, true),
  );
