import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `first`: what most people came for, at most one a view. `danger`: takes something away. `quiet`: without an edge. */
  readonly look?: 'first' | 'danger' | 'quiet';
  readonly isSmall?: boolean;
}

/**
 * A button that does something. What leads elsewhere is a link. While it is at work (`isPending`) it keeps the focus and
 * does nothing.
 */
export function Button({ look, isSmall, isPending, onPress, ...props }: ButtonProps) {
  const classes = [styles.button, look && styles[look], isSmall && styles.small];
  return (
    <AriaButton
      {...props}
      {...(isPending ? { 'aria-disabled': true } : onPress && { onPress })}
      className={classes.filter(Boolean).join(' ')}
    />
  );
}
