import type { ReactNode } from 'react';
import { copyText } from './announce.ts';
import css from './code-block.module.css';
import { Icon } from './icon.tsx';

interface CodeBlockProps {
  title: string;
  /** Accessible name of the copy button. */
  copyLabel: string;
  /** What was copied, for the announcement. */
  subject: string;
  code: string;
  /** Shown next to the title. */
  children?: ReactNode;
}

/** A block of code with a copy button. */
export function CodeBlock({ title, copyLabel, subject, code, children }: CodeBlockProps) {
  return (
    <section className={css.block}>
      <div className={css.head}>
        <h2>{title}</h2>
        <span className="quiet grow">{children}</span>
        <button type="button" className="icon-button" aria-label={copyLabel} onClick={() => copyText(code, subject)}>
          <Icon name="copy" />
        </button>
      </div>
      <pre className={css.code}>{code}</pre>
    </section>
  );
}
