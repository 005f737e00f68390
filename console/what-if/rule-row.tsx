import { isAction } from '../access/actions';
import { type Rule, ruleText } from '../access/model';
import { Choice, Several } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { CloseMark } from '../shell/marks';
import { Button } from '../widgets/button';
import { accessWords } from '../words/access';
import { whatIfWords as words } from '../words/what-if';
import { type PlainRule, RULE_ACTIONS, type RuleAction, toPlain, toRule } from './model';
import styles from './screen.module.css';

interface RowProps {
  readonly rule: Rule;
  readonly index: number;
  readonly isNew: boolean;
  readonly environments: readonly string[];
  /** By none, one or more rules in its place. */
  readonly change: (next: readonly Rule[]) => void;
}

/** A rule as choices; one that says more is shown as it is. */
export function RuleRow({ rule, index, isNew, environments, change }: RowProps) {
  const plain = toPlain(rule);
  const isForbidding = rule.inverted === true;
  return (
    <li className={`${styles.rule} ${isForbidding ? styles.forbidding : ''}`}>
      <span className={styles.number} aria-label={words.rule(index + 1)}>
        {index + 1}
      </span>
      <div className={styles.choices}>
        {plain ? (
          <PlainChoices {...{ plain, environments }} change={(next) => change([toRule(next)])} />
        ) : (
          <span className={styles.plain}>
            {isForbidding ? words.forbid : words.allow} <bdi>{ruleText(rule)}</bdi>
          </span>
        )}
      </div>
      <div className={styles.rowEnd}>
        {isNew && <span className={styles.isNew}>+ {words.isNew}</span>}
        <Button
          isSmall
          look="quiet"
          aria-label={words.remove(index + 1)}
          onPress={() => change([])}
        >
          <CloseMark />
        </Button>
      </div>
    </li>
  );
}

interface PlainProps {
  readonly plain: PlainRule;
  readonly environments: readonly string[];
  readonly change: (next: PlainRule) => void;
}

const actionWord = (action: RuleAction) =>
  isAction(action) ? accessWords.actions[action] : words.read;

function PlainChoices({ plain, environments, change }: PlainProps) {
  const { isForbidding, actions, secretPath } = plain;
  return (
    <>
      <Choice
        label={words.isAllowing}
        value={isForbidding ? 'forbid' : 'allow'}
        options={(['allow', 'forbid'] as const).map((each) => [each, words[each]] as const)}
        onChange={(chosen) => change({ ...plain, isForbidding: chosen === 'forbid' })}
      />
      <Several
        label={words.acts}
        chosen={actions}
        options={RULE_ACTIONS.map((each) => [each, actionWord(each)] as const)}
        none={words.noActs}
        isNeeded
        onChange={(chosen) => change({ ...plain, actions: chosen as RuleAction[] })}
      />
      <Several
        label={words.environments}
        chosen={plain.environments}
        options={environments.map((slug) => [slug, slug] as const)}
        none={words.everywhere}
        onChange={(chosen) => change({ ...plain, environments: chosen })}
      />
      <Suggest
        label={words.path}
        value={secretPath}
        placeholder={words.anyPath}
        options={['/**']}
        onChange={(path) =>
          path.trim() !== secretPath && change({ ...plain, secretPath: path.trim() })
        }
      />
    </>
  );
}
