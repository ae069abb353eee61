import type { UserUsageOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { operationLabel } from '../../../labels/usage.ts';
import css from './usage.module.css';
import { rowsOfDay, sum, todayOf, type UsageDays } from './usage-days.ts';

interface DayCardProps {
  usage: UserUsageOut;
  model: UsageDays;
  /** Index of the day. */
  at: number;
  onMove: (at: number) => void;
}

/** Credits by operation on one day. */
export function DayCard({ usage, model, at, onMove }: DayCardProps) {
  const day = model.days[at] ?? todayOf(usage);
  const rows = rowsOfDay(usage, model, day);
  const total = sum(rows.map(({ credits }) => credits));
  const isToday = day === todayOf(usage);
  return (
    <section className="card" aria-label="One day">
      <div className="card-head">
        <h3 aria-live="polite">{isToday ? 'Today' : formatDay(day)}</h3>
        <span className="grow" />
        <button
          type="button"
          className="icon-button"
          aria-label="Previous day"
          disabled={at <= 0}
          onClick={() => onMove(at - 1)}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Next day"
          disabled={at >= model.days.length - 1}
          onClick={() => onMove(at + 1)}
        >
          <Icon name="right" />
        </button>
      </div>
      {rows.length === 0 ? (
        <p className={css.note}>No credits were spent on this day.</p>
      ) : (
        <table className={`plain-table ${css.rows}`}>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col" className="right">
                Credits
              </th>
              <th scope="col" className="right">
                Share of day
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ operation, color, calls, credits }) => (
              <tr key={operation}>
                <td title={`${operation}, ${calls} ${calls === 1 ? 'call' : 'calls'}`}>
                  <i className={css.swatch} data-color={color} /> {operationLabel(operation)}
                </td>
                <td className="right">{formatExact(String(credits))}</td>
                <td className="right">{Math.round((credits / total) * 100)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={css.note}>
        <Link className="link" to="/account/plan">
          Open the ledger
        </Link>
      </p>
    </section>
  );
}
