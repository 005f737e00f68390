import { Menu, MenuItem } from './menu';
import styles from './choice.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const shown = options.find(([id]) => id === value)?.[1] ?? value;
  return (
    <span className={styles.choice}>
      <Menu
        trigger={<bdi>{shown}</bdi>}
        label={`${label}: ${shown}`}
        selectionMode="single"
        selectedKeys={[value]}
        onAction={(chosen) => onChange(String(chosen))}
      >
        {options.map(([id, title]) => (
          <MenuItem key={id} id={id} textValue={title}>
            <bdi>{title}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
};

/** One of a few, behind its label: for forms. */
export const LabelledChoice = (props: ChoiceProps) => (
  <div className={styles.labelled}>
    <span>{props.label}</span>
    <Choice {...props} />
  </div>
);

interface SeveralProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly (readonly [string, string])[];
  /** What it is called where nothing is chosen. */
  readonly none: string;
  readonly isNeeded?: boolean;
  readonly onChange: (chosen: string[]) => void;
}

/** Any number of a few. */
export function Several({ label, chosen, options, none, isNeeded, onChange }: SeveralProps) {
  const titles = chosen.map((each) => options.find(([id]) => id === each)?.[1] ?? each);
  const shown = titles.length === 0 ? none : titles.join(', ');
  return (
    <span className={styles.choice}>
      <Menu
        trigger={<bdi>{shown}</bdi>}
        label={`${label}: ${shown}`}
        selectionMode="multiple"
        disallowEmptySelection={isNeeded === true}
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChange(options.flatMap(([id]) => (keys === 'all' || keys.has(id) ? [id] : [])))
        }
      >
        {options.map(([id, title]) => (
          <MenuItem key={id} id={id} textValue={title}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
