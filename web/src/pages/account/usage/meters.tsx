import type { UserUsageOut, UserUsageWindow } from '@asfiled/client';
import type { ReactNode } from 'react';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import css from './usage.module.css';

/** The bar turns to its warning colour from this percentage on. */
const NEARLY = 90;

/** Credits used today and this month. */
export function Meters({ usage: { day, month } }: { usage: UserUsageOut }) {
  const lastOfMonth = new Date(Date.parse(month.resets_at) - 1);
  return (
    <div className={css.meters}>
      <Meter title="Today" window={day}>
        resets at 00:00 UTC, in {untilWords(Date.parse(day.resets_at) - Date.now())}
      </Meter>
      <Meter title={lastOfMonth.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })} window={month}>
        resets on {formatDay(month.resets_at)}
      </Meter>
    </div>
  );
}

function Meter({ title, window, children }: { title: string; window: UserUsageWindow; children: ReactNode }) {
  const { used_pct: percent, credits_used: used, credits_given: given, credits_limit: limit } = window;
  const beyond = used < 0 ? `, plus ${formatExact(String(-used))} extra` : '';
  const words = `${formatExact(String(Math.max(0, used)))} of ${formatExact(String(limit))} credits${beyond}`;
  return (
    <section className={`card ${css.meter}`} aria-label={title}>
      <div className={css.meterHead}>
        <h2>{title}</h2>
        <span className="quiet">{children}</span>
      </div>
      <p className={css.percent}>
        <b>{percent}%</b> <span className="second">{words}</span>
      </p>
      <meter
        className={percent >= NEARLY ? `${css.track} ${css.nearly}` : css.track}
        min={0}
        max={100}
        value={Math.min(100, percent)}
        aria-label={`Credits used, ${title}`}
        aria-valuetext={`${percent}%, ${words}`}
      />
      {given > 0 && <p className={css.given}>{formatExact(String(given))} credits were refunded or granted.</p>}
    </section>
  );
}

/** `8 h 12 min`, `5 min`. */
function untilWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
