import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { operationLabel } from '../../../labels/usage.ts';
import { TableCard } from '../sections.tsx';
import type { UsageDays } from './usage-days.ts';

/** The chart's figures as a table, newest day first. */
export function UsageTable({ days, series, totals }: UsageDays) {
  const rows = days.map((day, place) => ({ day, place })).reverse();
  return (
    <TableCard label="Credits by day and operation">
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {series.map(({ operation, color }) => (
            <th key={color} scope="col" className="right">
              {operation === null ? 'Others' : operationLabel(operation)}
            </th>
          ))}
          <th scope="col" className="right">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ day, place }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            {series.map(({ color, credits }) => (
              <td key={color} className="right">
                {formatExact(String(credits[place] ?? 0))}
              </td>
            ))}
            <td className="right">
              <b>{formatExact(String(totals[place] ?? 0))}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
