import type { ReactNode } from 'react';
import css from './sections.module.css';

/** The head of a page about the account. */
export function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}

/** A part of a page, with a name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${css.section}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Names and what they stand for, a line each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <FactLine key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactLine({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** A table that scrolls sideways by itself where it is too wide, by keyboard too. */
export function TableCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
    <section className={`card scroll ${css.table}`} aria-label={label} tabIndex={0}>
      <table className="plain-table">{children}</table>
    </section>
  );
}
