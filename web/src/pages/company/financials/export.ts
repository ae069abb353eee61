import { exactText } from '@asfiled/client';
import { toCsvText } from '../../../format/csv.ts';
import type { FigureValue } from '../company.ts';
import { periodLabel, type Vintage } from '../figures.ts';
import type { Statement } from './statement.ts';

/** The shown table as tab-separated raw numbers, for pasting into a spreadsheet. */
export function toTsv(statement: Statement, vintage: Vintage): string {
  const head = ['Line', ...statement.columns.map(periodLabel)];
  const ends = ['Period end', ...statement.columns.map(({ period_end }) => period_end)];
  const lines = statement.groups.flatMap(({ lines }) =>
    lines.map(({ item, cells }) => [item.label, ...cells.map(({ value }) => rawText(value, vintage))]),
  );
  return [head, ends, ...lines].map(row => row.join('\t')).join('\n');
}

const CSV_HEAD = [
  'company',
  'code',
  'label',
  'statement',
  'fiscal_year',
  'fiscal_period',
  'period_start',
  'period_end',
  'value',
  'unit',
  'method',
  'concept',
  'formula',
  'filing_id',
  'filed_at',
  'reason',
  'as_filed_value',
  'as_filed_unit',
  'converted_by',
];

/** One row per figure with its source (RFC 4180). */
export function toCsv(company: string, statement: Statement, vintage: Vintage): string {
  const rows = statement.groups.flatMap(({ lines }) =>
    lines.flatMap(({ item, cells }) =>
      cells.map(({ value, converted }, index) => {
        const period = statement.columns[index];
        const first = vintage === 'first' ? value?.first_reported : undefined;
        return [
          company,
          item.code,
          item.label,
          item.statement_type,
          period?.fiscal_year,
          period?.fiscal_period,
          value?.period_start,
          value?.period_end,
          rawText(value, vintage),
          value?.unit,
          value?.method,
          value?.concept,
          value?.formula,
          first?.filing_id ?? value?.filing_id,
          first?.filed_at ?? value?.filed_at,
          value?.reason,
          value?.as_filed && exactText(value.as_filed, 'value'),
          value?.as_filed?.unit,
          converted,
        ];
      }),
    ),
  );
  return toCsvText([CSV_HEAD, ...rows]);
}

function rawText(value: FigureValue | undefined, vintage: Vintage): string {
  if (!value) return '';
  const first = vintage === 'first' ? value.first_reported : undefined;
  return (first ? exactText(first, 'value') : exactText(value, 'value')) ?? '';
}
