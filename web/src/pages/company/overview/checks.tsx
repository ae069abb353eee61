import type { CompanyFinancialsOut } from '@asfiled/client';
import { Icon } from '../../../components/ui/icon.tsx';
import { periodLabel } from '../figures.ts';
import css from './page.module.css';

/** Common accounting identities by their taxonomy codes. */
const IDENTITIES: readonly { code: string; words: string; needs: readonly string[] }[] = [
  { code: 'B1', words: 'Assets = liabilities and equity', needs: ['total_assets', 'liabilities_and_equity'] },
  { code: 'I1', words: 'Gross profit = revenue − cost', needs: ['revenue', 'cost_of_revenue', 'gross_profit'] },
  {
    code: 'I4',
    words: 'Pretax − tax = income',
    needs: ['pretax_income', 'income_tax', 'income_continuing_operations'],
  },
  {
    code: 'I2a',
    words: 'Operating = gross − expenses',
    needs: ['gross_profit', 'operating_expenses', 'operating_income'],
  },
  { code: 'C1', words: 'Cash flows = change in cash', needs: ['operating_cash_flow', 'net_change_in_cash'] },
  { code: 'B3', words: 'Equity = parent + minorities', needs: ['equity', 'minority_interest'] },
];

/** The identity checks of the newest year; checks without data are omitted. */
export function Checks({ financials }: { financials: CompanyFinancialsOut }) {
  const [newest] = financials.periods;
  if (!newest) return null;
  const broken = new Map(newest.breaches.map(breach => [breach.identity, breach]));
  const checked = IDENTITIES.filter(({ needs }) => needs.every(code => typeof newest.values[code]?.value === 'number'));
  const others = [...broken.keys()].filter(code => !checked.some(check => check.code === code));
  return (
    <section className="card" aria-labelledby="checks">
      <div className="card-head">
        <h2 id="checks" className="grow">
          Consistency checks
        </h2>
        {broken.size === 0 ? (
          <span className="tag good">
            <Icon name="check" />
            {periodLabel(newest)} passes
          </span>
        ) : (
          <span className="tag warn">{broken.size} failed</span>
        )}
      </div>
      <ul className={css.checks}>
        {checked.map(({ code, words }) => (
          <li key={code} className={broken.has(code) ? css.fails : undefined}>
            <Icon name={broken.has(code) ? 'warning' : 'check'} />
            {words}
            {broken.has(code) && ` · off by ${broken.get(code)?.difference.toLocaleString('en-GB')}`}
          </li>
        ))}
        {others.map(code => (
          <li key={code} className={css.fails}>
            <Icon name="warning" />
            {code} · off by {broken.get(code)?.difference.toLocaleString('en-GB')}
          </li>
        ))}
      </ul>
    </section>
  );
}
