import { useState } from 'react';
import { Button } from '../widgets/button';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { useIsNarrow } from '../widgets/narrow';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { accessWords as words } from '../words/access';
import { columnsOf } from './columns';
import { allEnvironments, inColumn } from './members-table';
import type { Below } from './below';
import { Partly } from './partly';
import type { Asked } from './question';
import { Ends, Reasons, type ShownCells } from './reasons';
import { scopeTexts, type TokenWithRules } from './model';
import styles from './screen.module.css';

interface Props {
  readonly tokens: readonly TokenWithRules[];
  readonly question: Asked;
  readonly below: Below;
  readonly isCut: boolean;
}

/** Service tokens that may: where they reach, who made them, and by which rule of the maker. Nothing where there is none. */
export function TokensTable({ tokens, question, below, isCut }: Props) {
  const [isAll, setAll] = useState(false);
  const isNarrow = useIsNarrow();
  const { environments, environment, action, secretPath } = question;
  const isOfAll = question.secretName === '';
  const columns = columnsOf(question);
  if (tokens.length === 0) return null;
  const allowed = tokens.filter(({ member }) =>
    columns.some((column) => member.cells[column]?.allowed),
  );
  const partly = tokens.filter((each) => !allowed.includes(each) && below.has(each.member.id));
  const others = tokens.length - allowed.length - partly.length;
  const shown = isAll ? tokens.filter((each) => !partly.includes(each)) : allowed;
  const marks = isNarrow
    ? [allEnvironments(environments, columns, isOfAll)]
    : columns.map(inColumn(environments, isOfAll));
  const of = { columns, environments, isOfAll };
  return (
    <section className={styles.answer} aria-labelledby="tokens-count">
      <header className={styles.head}>
        <h2 id="tokens-count">
          {words.countTokens(allowed.length, tokens.length, words.countedIn(environment))}
          {partly.length > 0 && words.alsoBelow(partly.length)}
        </h2>
      </header>
      <p className={styles.soft}>{words.tokensHelp}</p>
      {shown.length > 0 && (
        <DataTable
          label={words.tokens}
          rows={shown}
          keyOf={({ token }) => token.serviceTokenId}
          columns={[...columnsOfTokens(of), ...marks]}
        />
      )}
      <Partly
        {...{ below, isCut, action, secretPath, environments: columns.length }}
        rows={partly.map(({ member }) => ({ ...member, kind: words.token }))}
      />
      {others > 0 && (
        <div>
          <Button onPress={() => setAll(!isAll)}>
            {isAll ? words.noOtherTokens(others) : words.otherTokens(others)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** All columns but the marks of the environments. */
const columnsOfTokens = (of: Omit<ShownCells, 'row'>): TableColumn<TokenWithRules>[] => [
  {
    ...{ id: 'who', title: words.token, isRowHeader: true },
    cell: ({ token }) => (
      <span className={styles.who}>
        <Written>{token.name}</Written>
        <span className={styles.soft}>
          {words.madeBy} <Written>{token.maker.name}</Written>
        </span>
      </span>
    ),
  },
  {
    ...{ id: 'scope', title: words.scope },
    cell: ({ token }) => (
      <ul>
        {scopeTexts(token).map((text) => (
          <li key={text}>
            <Written>{text}</Written>
          </li>
        ))}
      </ul>
    ),
  },
  {
    ...{ id: 'because', title: words.becauseOfMaker },
    cell: (row) => <Reasons {...{ row, ...of }} none={words.outOfScope} />,
  },
  { id: 'until', title: words.until, cell: (row) => <Ends {...{ row, ...of }} /> },
  { id: 'used', title: words.lastUsed, cell: ({ token }) => <Time at={token.lastUsed} /> },
];
