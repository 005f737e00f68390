import { Injectable } from '@nestjs/common';
import { SealedCursor } from '../../auth/sealed-cursor.js';
import { ServerKeys } from '../../auth/server-keys.js';
import type { NamePosition } from './name-position.js';

/** Cursors have a length in steps of so many bytes, so that it tells little of that of a name. */
const STEP = 256;

/** Positions in lists of names, each for one project. Sealed: a page may end at a name that its reader may not know of. */
@Injectable()
export class NameCursors {
  private readonly sealed: SealedCursor;

  constructor(keys: ServerKeys) {
    this.sealed = new SealedCursor(keys.nameCursors, null);
  }

  /** Returns the same text for the same name. */
  seal(projectId: string, { secretPath, key }: NamePosition): string {
    const plain = Buffer.from(JSON.stringify([secretPath, key]));
    const padding = Buffer.alloc(STEP - (plain.length % STEP), ' ');
    return this.sealed.sealStable(projectId, Buffer.concat([plain, padding]));
  }

  /** Returns null unless the cursor was made here for this project. */
  open(projectId: string, cursor: string): NamePosition | null {
    const plain = this.sealed.open(projectId, cursor);
    if (!plain) return null;
    const [secretPath, key] = JSON.parse(plain.toString()) as [string, string];
    return { secretPath, key };
  }
}
