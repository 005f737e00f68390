import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { keysWords as words } from '../words/keys';
import { widgetWords } from '../words/widgets';
import styles from './keys-dialog.module.css';
import { type Place, usePlaces } from './places';

/** Keys that are pressed one after the other, or either of which does it; and what they do. */
interface Line {
  readonly keys: readonly string[];
  readonly isPair?: boolean;
  readonly what: string;
}

const line = (what: string, ...keys: string[]): Line => ({ keys, what });

const SECRETS: readonly Line[] = [
  line(words.filter, '/'),
  line(words.folders, 'f'),
  line(words.add, 'n'),
  line(words.move, '←', '→', '↑', '↓'),
  line(words.far, 'Home', 'End', 'PageUp', 'PageDown'),
  line(words.open, 'Enter'),
  line(words.change, 'e', 'F2'),
  line(words.reveal, 'r'),
  line(words.copy, 'c'),
  line(words.compare, 'd'),
  line(words.bringBack, 'b'),
  line(words.mark, 'Space'),
  line(words.apply, 'Ctrl Enter'),
  line(words.keep, 'Ctrl Shift Enter'),
  line(words.review, 'Shift R'),
  line(words.undo, 'Ctrl Z'),
];

const TIME: readonly Line[] = [line(words.step, '←', '→'), line(words.day, 'Shift ←', 'Shift →')];

const everywhere = (places: readonly Place[]): readonly Line[] => [
  line(words.find, 'Ctrl K'),
  ...places.flatMap(({ key, label }): Line[] =>
    key === undefined ? [] : [{ keys: ['g', key], isPair: true, what: label }],
  ),
  { keys: ['g', 'l'], isPair: true, what: words.lock },
  line(words.these, '?'),
  line(words.back, 'Esc'),
];

/** All keys that do something, and what they do. */
export const KeysDialog = ({ close }: { readonly close: () => void }) => {
  const places = usePlaces();
  return (
    <Dialog
      isOpen
      close={close}
      title={words.title}
      acts={
        <Button onPress={close} autoFocus>
          {widgetWords.close}
        </Button>
      }
    >
      <div className={styles.groups}>
        <Group title={words.secrets} lines={SECRETS} />
        <Group title={words.everywhere} lines={everywhere(places)} />
        <Group title={words.time} lines={TIME} />
      </div>
      <p className={styles.soft}>{words.lettersOff}</p>
    </Dialog>
  );
};

const Group = ({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) => (
  <section className={styles.group}>
    <h3>{title}</h3>
    <dl className={styles.lines}>
      {lines.map(({ keys, isPair, what }) => (
        <div key={what} className={styles.line}>
          <dt>
            {keys.map((key, index) => (
              <span key={key}>
                {index > 0 && (isPair ? ` ${words.then} ` : ' ')}
                <kbd>{key}</kbd>
              </span>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);
