import type { ReactNode } from 'react';
import css from './sections.module.css';

/** The heading of an account page. */
export function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}

/** A titled section. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${css.section}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A list of names and values. */
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

/** A table that scrolls horizontally if it is too wide, also by keyboard. */
export function TableCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={`card scroll ${css.table}`} aria-label={label} tabIndex={0}>
      <table className="plain-table">{children}</table>
    </section>
  );
}
