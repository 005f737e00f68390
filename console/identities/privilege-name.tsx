import { useQuery } from '@tanstack/react-query';
import { type Rule, ruleText } from '../access/model';
import { privilegeText } from '../access/privilege-text';
import { Written } from '../widgets/written';
import { identitiesWords as words } from '../words/identities';
import { privilegeQuery } from './queries';
import styles from './sheet.module.css';

interface Props {
  readonly id: string;
  readonly slug: string;
  readonly end: string | undefined;
}

/** A privilege by its name or its end, and what it allows. */
export function PrivilegeName({ id, slug, end }: Props) {
  const { data } = useQuery({ ...privilegeQuery(id), retry: false });
  const rules = (data?.permissions ?? []) as readonly Rule[];
  return (
    <span className={styles.two}>
      <bdi>{privilegeText(slug, end)}</bdi>
      {rules.map((rule) => (
        <Written key={JSON.stringify(rule)} className={styles.soft}>
          {rule.inverted === true ? words.mayNotRule(ruleText(rule)) : ruleText(rule)}
        </Written>
      ))}
    </span>
  );
}
