import { sheetWords as words } from '../words/sheet';
import { factsOf, piecesOf } from './model';
import styles from './sheet.module.css';

/** Draws a value with its invisible signs marked, and says what one would not see of it. */
export function drawValue(element: HTMLElement, value: string): void {
  const shown = elementOf('pre', styles.shown);
  shown.translate = false;
  for (const { text, isMark } of piecesOf(value)) {
    const piece = elementOf(isMark ? 'mark' : 'bdi', isMark ? styles.unseen : undefined);
    piece.textContent = text;
    shown.append(piece);
  }
  const { bytes, endsIn } = factsOf(value);
  const facts = elementOf('span', styles.soft);
  facts.textContent = [words.bytes(bytes), ...(endsIn ? [words.endsIn[endsIn]] : [])].join(', ');
  element.replaceChildren(shown, facts);
}

function elementOf(tag: string, look: string | undefined): HTMLElement {
  const element = document.createElement(tag);
  if (look !== undefined) element.className = look;
  return element;
}
