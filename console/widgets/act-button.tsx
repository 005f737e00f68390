import { useEffect, useId, useRef } from 'react';
import { isAsking, type WhyNot } from '../api/rights-answers';
import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { say } from './toast';

interface Props extends Omit<ButtonProps, 'onPress'> {
  /** Why the caller may not do it: then the button says so, on hover, to screen readers and when it is pressed. */
  readonly whyNot: WhyNot;
  readonly onPress: () => void;
}

/**
 * A button of an act that not everybody may do. It is one element, allowed or not, so that it keeps the focus. Pressed before it
 * is known whether the caller may, it acts once that is known.
 */
export function ActButton({ whyNot, look, onPress, ...props }: Props) {
  const id = useId();
  // Whether it was pressed while it was not known yet.
  const isWaiting = useRef(false);
  const isRefused = whyNot !== null;
  const act = () => (whyNot === null ? onPress() : say(whyNot));
  useEffect(() => {
    if (!isWaiting.current || isAsking(whyNot)) return;
    isWaiting.current = false;
    act();
  });
  const press = () => {
    if (isAsking(whyNot)) isWaiting.current = true;
    else act();
  };
  return (
    <span className={isRefused ? styles.refused : styles.act} title={whyNot ?? undefined}>
      <Button
        {...props}
        {...(look && !isRefused && { look })}
        {...(isRefused && { 'aria-disabled': true, 'aria-describedby': id })}
        onPress={press}
      />
      {isRefused && (
        <span id={id} className="hidden-visually">
          {whyNot}
        </span>
      )}
    </span>
  );
}
