import { expect, test } from 'vitest';
import { cellWords, firstWords, onlyWords, tableRowsOf } from './row-words.ts';

const TABLE = `<table><tr><td>Current <b>assets</b></td><td></td></tr>
<TR class="r"><td>1.</td><td><p>Trade &amp; other
 receivables<br/></p></td><td>(3)</td><td>5</td></TR></table>
<p>7</p><table><tr><td>12<table><tr><td>inside</td></tr></table></td></tr></table>`;

const rows = tableRowsOf(TABLE).map(({ start, end }) => TABLE.slice(start, end));

test('tableRowsOf ends rows at their end tag or at a nested table', () => {
  expect(rows.map(row => row.replace(/<[^>]*>/g, '').trim())).toEqual([
    'Current assets',
    '1.Trade &amp; other\n receivables(3)5',
    '12',
    'inside',
  ]);
});

test('firstWords skips numbers and note marks', () => {
  expect(rows.map(firstWords)).toEqual(['Current assets', 'Trade & other receivables', null, 'inside']);
});

test('onlyWords accepts rows of words only as headings', () => {
  expect(rows.map(onlyWords)).toEqual(['Current assets', null, null, 'inside']);
});

test('cellWords lists the cells with words of all tables', () => {
  expect(cellWords(TABLE)).toEqual(['Current assets', 'Trade & other receivables', 'inside']);
});
