import { expect, it } from 'vitest';
import { gridOf } from './table-grid.ts';

const column = (at: number, position: number, heading: string) => ({
  column: at,
  position,
  headings: [heading],
  period: null,
});
const cell = (at: number, text: string) => ({
  ...{ column: at, text, kind: 'number' as const, value: 1, scale: 1, unit: null, footnotes: [], element_id: null },
  ...{ char_start: 0, char_end: 1 },
});
const row = (at: number, label: string, cells: ReturnType<typeof cell>[]) => ({
  ...{ row: at, label, parents: [], heading: cells.length === 0, footnotes: [], char_start: 0, char_end: 1 },
  cells,
});

it('puts cells at their places, and a line of headings wherever the table repeats them', () => {
  const { positions, lines } = gridOf(
    [column(0, 1, '2024'), column(1, 3, '2023'), column(2, 1, 'Q1'), column(3, 3, 'Q2')],
    [row(0, 'Assets:', []), row(1, 'Cash', [cell(1, '7')]), row(2, 'Sacks', [cell(2, '12'), cell(3, '14')])],
  );
  expect(positions).toEqual([1, 3]);
  expect(
    lines.map(line =>
      line.kind === 'headings' ? line.headings : [line.row.label, ...line.cells.map(shown => shown?.text)],
    ),
  ).toEqual([
    ['2024', '2023'],
    ['Assets:', undefined, undefined],
    ['Cash', undefined, '7'],
    ['Q1', 'Q2'],
    ['Sacks', '12', '14'],
  ]);
});
