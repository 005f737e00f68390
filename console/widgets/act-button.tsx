import { useId } from 'react';
import type { WhyNot } from '../api/rights-answers';
import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { say } from './toast';

interface Props extends ButtonProps {
  /** Why the caller may not do it: then the button says so, on hover, to screen readers and when it is pressed. */
  readonly whyNot: WhyNot;
}

/** A button of an act that not everybody may do. It is one element, allowed or not, so that it keeps the focus. */
export function ActButton({ whyNot, look, onPress, ...props }: Props) {
  const id = useId();
  const isRefused = whyNot !== null;
  return (
    <span className={isRefused ? styles.refused : styles.act} title={whyNot ?? undefined}>
      <Button
        {...props}
        {...(look && !isRefused && { look })}
        {...(isRefused && { 'aria-disabled': true, 'aria-describedby': id })}
        {...(isRefused ? { onPress: () => say(whyNot) } : onPress && { onPress })}
      />
      {isRefused && (
        <span id={id} className="hidden-visually">
          {whyNot}
        </span>
      )}
    </span>
  );
}
