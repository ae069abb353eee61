import { lazy, Suspense, useState } from 'react';
import type { MenuButtonProps } from './menu.tsx';

// The menu is half as large as the rest of the app, so it is loaded on hover, focus or click.
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
