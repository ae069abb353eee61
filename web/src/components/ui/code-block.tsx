import type { ReactNode } from 'react';
import { copyText } from './announce.ts';
import css from './code-block.module.css';
import { Icon } from './icon.tsx';

interface CodeBlockProps {
  title: string;
  /** What the button that copies is called. */
  copyLabel: string;
  /** What is said to be copied. */
  what: string;
  code: string;
  /** Beside the title. */
  children?: ReactNode;
}

/** Code to be read and copied. */
export function CodeBlock({ title, copyLabel, what, code, children }: CodeBlockProps) {
  return (
    <section className={css.block}>
      <div className={css.head}>
        <h2>{title}</h2>
        <span className="quiet grow">{children}</span>
        <button type="button" className="icon-button" aria-label={copyLabel} onClick={() => copyText(code, what)}>
          <Icon name="copy" />
        </button>
      </div>
      <pre className={css.code}>{code}</pre>
    </section>
  );
}
