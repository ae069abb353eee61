import { lazy, type ReactNode, Suspense, useState } from 'react';

/** A line of a menu. */
export interface MenuEntry {
  label: string;
  /** Of a choice: whether it is the present one. */
  isChosen?: boolean;
  onChoose: () => void;
}

/** Lines that belong together; a rule stands between groups. */
export interface MenuGroup {
  title?: string | undefined;
  entries: readonly MenuEntry[];
}

export interface MenuButtonProps {
  /** What is read aloud where the button shows no words. */
  label?: string;
  className: string;
  children: ReactNode;
  groups: readonly MenuGroup[];
  position?: 'bottom-start' | 'bottom-end';
}

// The menu itself is as large as half of the rest of the app, and nobody sees it before the first click.
const loadMenu = () => import('./menu.tsx');
const Menu = lazy(loadMenu);

/** A button that opens a menu: arrows move, Enter chooses, Esc closes. */
export function MenuButton(props: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    >
      {props.children}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Menu {...props} />
    </Suspense>
  );
}
