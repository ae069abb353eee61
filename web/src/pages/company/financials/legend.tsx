import type { ReactNode } from 'react';
import type { Statement } from './statement.ts';
import css from './statement-table.module.css';

/** Explains the marks that occur in the table. */
export function Legend({ statement, children }: { statement: Statement; children: ReactNode }) {
  const values = statement.groups.flatMap(({ lines }) =>
    lines.flatMap(({ cells }) => cells.flatMap(({ value }) => value ?? [])),
  );
  const bases = new Set(
    statement.groups.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells.flatMap(({ basis }) => basis ?? []))),
  );
  const splits = [...bases].filter(basis => basis.startsWith('before the ')).sort((a, b) => b.length - a.length);
  const some = (test: (value: (typeof values)[number]) => boolean) => values.some(test);
  return (
    <div className={css.legend}>
      {some(value => value.first_reported !== undefined) && (
        <span>
          <i className={css.restatedSample} />
          Restated since first filed
        </span>
      )}
      {some(value => value.method === 'derived') && <span>ƒ Derived by a published formula</span>}
      {some(value => value.method === 'summed') && <span>Σ Summed from its parts</span>}
      {some(value => value.as_filed !== undefined) && (
        <span>≈ Converted: flows at the period’s average rate, balances at its closing rate</span>
      )}
      {some(value => value.reason === 'no_exchange_rate') && <span>n/r: no exchange rate stored for the period</span>}
      {bases.size > 0 && (
        <span>
          <i className={css.basisSample} />
          Other basis{splits[0] && ` (${splits[0]})`}
        </span>
      )}
      {some(value => value.reason === 'not_reported') && <span>– Not reported (not the same as zero)</span>}
      {some(value => value.reason === 'not_published_yet') && <span>due: not published yet</span>}
      {statement.omitted > 0 && <span>{statement.omitted} lines without reported figures are hidden</span>}
      <span className="grow" />
      {children}
    </div>
  );
}
