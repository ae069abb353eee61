import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './state-block.module.css';

interface StateBlockProps {
  /** What is the case, as a sentence. */
  title: string;
  /** Why, what it cost, what to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  /** What to quote to the operator. */
  code?: string | null;
}

/** Stands where something would stand: nothing there, an error, a plan that is too small. */
export function StateBlock({ title, children, actions, code }: StateBlockProps) {
  return (
    <div className={css.block}>
      <h2>{title}</h2>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
      {code && <p className={css.code}>{code}</p>}
    </div>
  );
}

/** A note above what is there: a part is missing (warn), or something is to be known. */
export function Note({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) {
  return (
    <div className={isWarning ? `${css.note} ${css.warn}` : css.note}>
      <Icon name={isWarning ? 'warning' : 'clock'} />
      <div>{children}</div>
    </div>
  );
}

const WIDTHS = ['64%', '42%', '78%', '50%', '70%', '38%', '74%', '56%'];

/** Lines where lines will be, eight at most. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading">
      {WIDTHS.slice(0, lines).map(width => (
        <i key={width} style={{ width }} />
      ))}
    </div>
  );
}
