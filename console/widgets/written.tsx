import { Fragment } from 'react';
import styles from './written.module.css';
import { writtenPieces } from './written-pieces';

interface Props {
  readonly children: string;
  readonly className?: string | undefined;
}

/** An address or a name in a narrow place: a line of it ends between its parts, and not within a word. */
export const Written = ({ children, className }: Props) => (
  <bdi className={`${styles.written} ${className ?? ''}`}>
    {writtenPieces(children).map((piece, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same piece may stand in it twice, and none moves
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {piece}
      </Fragment>
    ))}
  </bdi>
);
