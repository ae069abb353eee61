import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './state-block.module.css';

interface StateBlockProps {
  /** The state as a sentence. */
  title: string;
  /** The reason, the cost, the next step. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Error code and request id to quote to the operator. */
  code?: string | null;
}

/** Replaces content that cannot be shown: no data, an error, an insufficient plan. */
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

/** A note above content: information, or a warning that a part is missing. */
export function Note({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) {
  return (
    <div className={isWarning ? `${css.note} ${css.warn}` : css.note}>
      <Icon name={isWarning ? 'warning' : 'clock'} />
      <div>{children}</div>
    </div>
  );
}

const WIDTHS = ['64%', '42%', '78%', '50%', '70%', '38%', '74%', '56%'];

/** Placeholder lines during loading, eight at most. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading">
      {WIDTHS.slice(0, lines).map(width => (
        <i key={width} style={{ width }} />
      ))}
    </div>
  );
}
