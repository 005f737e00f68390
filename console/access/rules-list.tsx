import { accessWords as words } from '../words/access';
import { type DecidingRule, ruleText, sourceText } from './model';
import { useRoleNames } from './role-names';
import styles from './screen.module.css';

type NotedRule = DecidingRule & { readonly note: string | null };

interface RulesProps {
  readonly title: string;
  readonly rules: readonly NotedRule[];
}

export function Rules({ title, rules }: RulesProps) {
  const names = useRoleNames();
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles.rules}>
        {rules.map(({ rule, source, note }, index) => (
          <li key={index}>
            <span>
              <bdi>{sourceText(source, names)}</bdi>
              {note !== null && <span className={styles.soft}> · {note}</span>}
            </span>
            <bdi className={styles.soft}>
              {rule.inverted ? words.cannot(ruleText(rule)) : ruleText(rule)}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
