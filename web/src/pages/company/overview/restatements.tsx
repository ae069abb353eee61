import { type CompanyFinancialsOut, LINE_ITEMS } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { FigureText } from '../../../components/ui/figure.tsx';
import { chooseScale, formatAmount, SCALE_LABELS } from '../../../format/numbers.ts';
import { companyRoute } from '../company.ts';
import { numberOf, periodKey, periodLabel, shownDecimal } from '../figures.ts';

const YEARS = 10;
const SHOWN = 6;

/** Amounts that a later filing changed. */
export function Restatements({ financials }: { financials: CompanyFinancialsOut }) {
  const params = companyRoute.useParams();
  const scale = chooseScale(financials.periods.flatMap(period => numberOf(period.values.revenue) ?? []));
  const restated = restatedFigures(financials);
  return (
    <section className="card" aria-labelledby="restated">
      <div className="card-head">
        <h2 id="restated" className="grow">
          Restated since first filed
        </h2>
        <span className="quiet">
          last ten years
          {restated.length > 0 && `, ${financials.currency ?? ''} ${SCALE_LABELS[scale]}`}
        </span>
      </div>
      {restated.length === 0 && <p style={{ padding: 16 }}>No amounts of these years were restated.</p>}
      <table className="plain-table">
        <tbody>
          {restated.slice(0, SHOWN).map(({ item, period, value }) => {
            const [before, after] = [shownDecimal(item, value, 'first'), shownDecimal(item, value, 'restated')];
            return (
              <tr key={`${item.code} ${periodKey(period)}`}>
                <td className="quiet nowrap">{periodLabel(period)}</td>
                <td>
                  <Link
                    to="/c/$market/$ticker/financials"
                    params={params}
                    search={{ n: 'all', cell: `${item.code}.${periodKey(period)}` }}
                  >
                    {item.label}
                  </Link>
                </td>
                <td className="right nowrap">
                  {before && <FigureText figure={formatAmount(before, scale)} />} →{' '}
                  <b>{after && <FigureText figure={formatAmount(after, scale)} />}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {restated.length > SHOWN && (
        <p style={{ padding: '10px 16px' }} className="quiet">
          And {restated.length - SHOWN} more, marked in the financials.
        </p>
      )}
    </section>
  );
}

/** Newest year first, in statement order, without derived figures. */
function restatedFigures({ periods }: CompanyFinancialsOut) {
  return periods.slice(0, YEARS).flatMap(period =>
    LINE_ITEMS.flatMap(item => {
      const value = period.values[item.code];
      const isOwn = value?.first_reported !== undefined && value.method === 'reported' && item.unit_kind === 'currency';
      return isOwn ? [{ item, period, value }] : [];
    }),
  );
}
