import { Choice } from '../widgets/choice';
import { identitiesWords as words } from '../words/identities';
import styles from './form.module.css';
import { LIVES, type Life } from './model';

interface Props {
  readonly value: Life;
  readonly choose: (life: Life) => void;
}

/** How long a client secret is good for. */
export const LifeChoice = ({ value, choose }: Props) => (
  <div className={styles.labelled}>
    <span className={styles.label}>{words.life}</span>
    <Choice
      label={words.life}
      value={value}
      options={(Object.keys(LIVES) as Life[]).map((each) => [each, words.lives[each]] as const)}
      onChange={(chosen) => choose(chosen as Life)}
    />
  </div>
);
