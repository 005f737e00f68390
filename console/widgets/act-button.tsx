import { useId } from 'react';
import type { WhyNot } from '../api/rights-answers';
import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { say } from './toast';

interface Props extends ButtonProps {
  /** Why the caller may not do it: then the button says so, on hover, to screen readers and when it is pressed. */
  readonly whyNot: WhyNot;
}

/** A button of an act that not everybody may do. */
export function ActButton({ whyNot, ...props }: Props) {
  const id = useId();
  if (whyNot === null) return <Button {...props} />;
  const { look: _, type: __, ...rest } = props;
  return (
    <span className={styles.refused} title={whyNot}>
      <Button {...rest} aria-disabled aria-describedby={id} onPress={() => say(whyNot)} />
      <span id={id} className="hidden-visually">
        {whyNot}
      </span>
    </span>
  );
}
