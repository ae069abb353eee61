import { measureLabels, type SubjectMeasure, sharedSet } from './measure.ts';
import { measureSections } from './measure-sections.ts';
import { share } from './render.ts';

/** Both halves of the labelled filings side by side, as Markdown. Rules are developed on `dev`; `locked` was held back. */
export function renderHalves(data: string): string {
  const set = sharedSet(data);
  const [dev, locked] = [measureLabels(set, 'dev', null), measureLabels(set, 'locked', null)];
  const [devItems, lockedItems] = [measureSections(data, 'dev'), measureSections(data, 'locked')];
  const rows = locked.subjects.map(held => {
    const seen = dev.subjects.find(({ subject }) => subject === held.subject);
    return `| ${[held.subject, ...cellsOf(seen), ...cellsOf(held)].join(' | ')} |`;
  });
  const items = [devItems, lockedItems].flatMap(({ right, compared }) => [share(right, compared), '', '']);
  return [
    '## Labelled filings: both halves',
    '',
    'Filings labelled by readers who had not seen the rules (`bench/accuracy/labels/`), divided by company: a quarter of the companies is locked. Rules are developed on `dev`; the misses of `locked` are counted, not shown. A record without a label is wrong. `raised` counts labelled near misses that were published. Shares with Wilson score intervals at 95 %.',
    '',
    '| | dev recall | dev precision | dev raised | locked recall | locked precision | locked raised |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    `| items of periodic reports, both ends and status | ${items.join(' | ')} |`,
    '',
    `Silent misses of items: ${devItems.silent} of ${devItems.compared} (dev), ${lockedItems.silent} of ${lockedItems.compared} (locked).`,
    '',
  ].join('\n');
}

function cellsOf(row: SubjectMeasure | undefined): string[] {
  if (row === undefined) return ['n/a', 'n/a', 'n/a'];
  return [share(row.found, row.labelled), share(row.right, row.published), `${row.raised} of ${row.negatives}`];
}
