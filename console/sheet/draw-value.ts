import { sheetWords as words } from '../words/sheet';
import { type LineOfTwo, linesOfTwo } from './lines';
import { factsOf, piecesOf } from './model';
import styles from './sheet.module.css';

/** Draws a value with its invisible signs marked, and says what one would not see of it. */
export function drawValue(element: HTMLElement, value: string): void {
  const shown = shownText();
  shown.append(...drawnPieces(value));
  const { bytes, endsIn } = factsOf(value);
  const facts = elementOf('span', styles.soft);
  facts.textContent = [words.bytes(bytes), ...(endsIn ? [words.endsIn[endsIn]] : [])].join(', ');
  element.replaceChildren(shown, facts);
}

/** Draws two values, a JSON array, as the lines that they have in common and those that each has alone. */
export function drawLinesOfTwo(element: HTMLElement, both: string): void {
  const [former, later] = JSON.parse(both) as [string, string];
  const shown = shownText();
  const lines = linesOfTwo(former, later);
  if (former === later) shown.textContent = words.sameValue;
  else shown.append(...lines.map(drawnLine));
  element.replaceChildren(shown);
}

const SIGNS = { same: ' ', former: '−', later: '+' } as const satisfies Record<
  LineOfTwo['kind'],
  string
>;

function drawnLine({ kind, text }: LineOfTwo): HTMLElement {
  const line = elementOf('div', styles[kind]);
  const sign = elementOf('span', styles.sign);
  sign.textContent = SIGNS[kind];
  if (kind !== 'same') sign.setAttribute('aria-label', words.lineKinds[kind]);
  if (kind !== 'same') sign.setAttribute('role', 'img');
  line.append(sign, ...drawnPieces(text));
  return line;
}

function shownText(): HTMLElement {
  const shown = elementOf('pre', styles.shown);
  shown.translate = false;
  return shown;
}

const drawnPieces = (value: string): HTMLElement[] =>
  piecesOf(value).map(({ text, isMark }) => {
    const piece = elementOf(isMark ? 'mark' : 'bdi', isMark ? styles.unseen : undefined);
    piece.textContent = text;
    return piece;
  });

function elementOf(tag: string, look: string | undefined): HTMLElement {
  const element = document.createElement(tag);
  if (look !== undefined) element.className = look;
  return element;
}
