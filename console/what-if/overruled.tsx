import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersOf, ruleText, sourceText } from '../access/model';
import { useRoleNames } from '../access/role-names';
import { useProject } from '../shell/project';
import { whatIfWords as words } from '../words/what-if';
import type { Draft } from './draft';
import { overruling, questionsOfGrant } from './overruled-model';
import { atPlaceQuery } from './queries';
import styles from './screen.module.css';

/** What stays forbidden in spite of a grant, and by which rule. */
export function Overruled({ draft }: { readonly draft: Draft }) {
  const project = useProject();
  const names = useRoleNames();
  const { member, rules, environments, known, change, effect } = draft;
  const questions = useMemo(
    () => questionsOfGrant(rules, environments, known?.paths ?? []),
    [rules, environments, known],
  );
  const isAsked = member !== null && change !== null && questions.length > 0;
  const { data } = useQuery(atPlaceQuery(project.id, questions, isAsked ? change : null));
  if (!isAsked || !data) return null;
  const cells = membersOf(data).find(({ id }) => id === member.id)?.cells ?? [];
  const counts = effect.data?.counts;
  const isVain = counts !== undefined && counts.gainers + counts.losers === 0;
  return overruling(cells, data.rules).map(({ rule, source }) => (
    <p key={JSON.stringify([rule, source])} className={styles.partly} role="status">
      <bdi>{words.overruled(ruleText(rule), sourceText(source, names), isVain)}</bdi>
    </p>
  ));
}
