import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaItem,
  type MenuItemProps,
  MenuSection as AriaSection,
  type MenuSectionProps,
  MenuTrigger,
  type MenuProps as AriaMenuProps,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { CheckMark, DownMark } from '../shell/marks';
import styles from './menu.module.css';

interface MenuProps extends Omit<AriaMenuProps<object>, 'className' | 'style' | 'children'> {
  /** What the button shows, and what it is called where that is not the same. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
}

/** A button that opens a list of acts or choices: `MenuItem`s, in `MenuSection`s where there are several kinds. */
export const Menu = ({ trigger, label, children, ...props }: MenuProps) => (
  <MenuTrigger>
    <Button className={styles.trigger ?? ''} aria-label={label}>
      <span className={styles.triggerText}>{trigger}</span>
      <DownMark />
    </Button>
    <Popover className={styles.popover ?? ''} offset={4}>
      <AriaMenu {...props} className={styles.menu ?? ''}>
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

interface ItemProps extends Omit<MenuItemProps, 'className' | 'style' | 'children'> {
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}

export const MenuItem = ({ children, aside, ...props }: ItemProps) => (
  <AriaItem
    {...props}
    className={styles.item ?? ''}
    {...(typeof children === 'string' && { textValue: children })}
  >
    {({ selectionMode, isSelected }) => (
      <>
        {selectionMode !== 'none' && (
          <span className={styles.check}>{isSelected && <CheckMark />}</span>
        )}
        {children}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </>
    )}
  </AriaItem>
);

interface SectionProps extends Omit<MenuSectionProps<object>, 'className' | 'style' | 'children'> {
  readonly title?: string;
  readonly children: ReactNode;
}

export const MenuSection = ({ title, children, ...props }: SectionProps) => (
  <AriaSection {...props} className={styles.section ?? ''}>
    {title !== undefined && <Header className={styles.header}>{title}</Header>}
    {children}
  </AriaSection>
);
