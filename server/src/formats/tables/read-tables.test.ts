import { describe, expect, it } from 'vitest';
import { expectLinearTime, processorMs } from '../../../test/processor-time.ts';
import { parseHtml } from '../html-text/parse-html.ts';
import { parsePlainText } from '../html-text/plain-text/parse-plain-text.ts';
import type { DataTable } from './data-table.ts';
import { readTables } from './read-tables.ts';

function read(html: string): DataTable[] {
  return readTables(parseHtml(html));
}

function only(html: string): DataTable {
  const [table, ...others] = read(html);
  if (table === undefined || others.length > 0)
    throw new Error(`Expected one table, found ${others.length + (table === undefined ? 0 : 1)}.`);
  return table;
}

/** Each row as its path of labels and its values by column. */
function rows(table: DataTable): string[] {
  return table.rows.map(row => {
    const path = [...row.parents.map(at => table.rows[at]?.label ?? ''), row.label].join(' > ');
    const cells = row.cells.map(
      ({ column, kind, value, unit, text }) =>
        `${column}:${kind === 'number' ? `${value} ${unit}` : kind === 'nil' ? 'nil' : text}`,
    );
    return [path, ...cells].join(' | ');
  });
}

function columns(table: DataTable): string[] {
  return table.columns.map(({ headings, period }) => {
    const length =
      period === null
        ? 'none'
        : `${period.end ?? `${period.fiscalYear}${period.fiscalPeriod ?? ''}`} ${period.isInstant ? 'instant' : period.months}`;
    return `${headings.map(({ text }) => text).join(' > ')} = ${length}`;
  });
}

const STATEMENT = `
<p style="text-align:center"><b>FICTIONAL MILLS INC.</b></p>
<p style="text-align:center"><b>CONSOLIDATED STATEMENTS OF INCOME</b></p>
<p>(In millions, except number of shares, which are reflected in thousands, and per-share amounts)</p>
<table>
<tr><td></td><td colspan="7">Three Months Ended</td><td colspan="7">Six Months Ended</td></tr>
<tr><td></td><td colspan="3">June 29, 2024</td><td></td><td colspan="3">July 1, 2023</td><td colspan="3">June 29, 2024</td><td></td><td colspan="3">July 1, 2023</td></tr>
<tr><td>Net sales:</td><td></td></tr>
<tr><td style="padding-left:10pt">Flour (1)</td><td>$</td><td>1,234</td><td></td><td></td><td>$</td><td>1,100</td><td></td><td>$</td><td>2,468</td><td></td><td></td><td>$</td><td>2,200</td><td></td></tr>
<tr><td style="padding-left:10pt">Bran</td><td></td><td>(56</td><td>)</td><td></td><td></td><td>—</td><td></td><td></td><td>(112</td><td>)</td><td></td><td></td><td>—</td><td></td></tr>
<tr><td>Total net sales</td><td></td><td>1,178</td><td></td><td></td><td></td><td>1,100</td><td></td><td></td><td>2,356</td><td></td><td></td><td></td><td>2,200</td><td></td></tr>
<tr><td>Gross margin</td><td></td><td>43.6</td><td>%</td><td></td><td></td><td>44.5</td><td>%</td><td></td><td>43.0</td><td>%</td><td></td><td></td><td>44.1</td><td>%</td></tr>
<tr><td>Net income</td><td></td><td>200</td><td></td><td></td><td></td><td>190</td><td></td><td></td><td>400</td><td></td><td></td><td></td><td>380</td><td></td></tr>
<tr><td>Earnings per share:</td><td></td></tr>
<tr><td style="padding-left:10pt">Diluted</td><td>$</td><td>0.20</td><td></td><td></td><td>$</td><td>0.19</td><td></td><td>$</td><td>0.40</td><td></td><td></td><td>$</td><td>0.38</td><td></td></tr>
<tr><td>Shares used in computing diluted earnings</td><td></td><td>1,000,123</td><td></td><td></td><td></td><td>1,000,456</td><td></td><td></td><td>1,000,123</td><td></td><td></td><td></td><td>1,000,456</td><td></td></tr>
<tr><td colspan="15">(1) Includes flour of rye, which the mill has ground since 1975.</td></tr>
</table>`;

describe('readTables: headings, units and signs', () => {
  const table = only(STATEMENT);

  it('resolves two levels of headings to the periods of columns', () => {
    expect(columns(table)).toEqual([
      'Three Months Ended > June 29, 2024 = 2024-06-29 3',
      'Three Months Ended > July 1, 2023 = 2023-07-01 3',
      'Six Months Ended > June 29, 2024 = 2024-06-29 6',
      'Six Months Ended > July 1, 2023 = 2023-07-01 6',
    ]);
  });

  it('gives values in whole units under the headings that indents state', () => {
    expect(rows(table)).toEqual([
      'Net sales:',
      'Net sales: > Flour | 0:1234000000 USD | 1:1100000000 USD | 2:2468000000 USD | 3:2200000000 USD',
      'Net sales: > Bran | 0:-56000000 USD | 1:nil | 2:-112000000 USD | 3:nil',
      'Total net sales | 0:1178000000 USD | 1:1100000000 USD | 2:2356000000 USD | 3:2200000000 USD',
      'Gross margin | 0:0.436 pure | 1:0.445 pure | 2:0.43 pure | 3:0.441 pure',
      'Net income | 0:200000000 USD | 1:190000000 USD | 2:400000000 USD | 3:380000000 USD',
      'Earnings per share:',
      'Earnings per share: > Diluted | 0:0.2 USD/shares | 1:0.19 USD/shares | 2:0.4 USD/shares | 3:0.38 USD/shares',
      'Shares used in computing diluted earnings | 0:1000123000 shares | 1:1000456000 shares | 2:1000123000 shares | 3:1000456000 shares',
    ]);
  });

  it('names the table, its kind, scale and notes', () => {
    expect(table).toMatchObject({
      title: 'CONSOLIDATED STATEMENTS OF INCOME',
      kind: 'income_statement',
      currency: 'USD',
      scale: 1_000_000,
      scaleSource: 'stated',
      warnings: [],
    });
    expect(table.rows[1]?.footnotes).toEqual(['1']);
    expect(table.notes.map(({ text }) => text.slice(0, 12))).toEqual(['(1) Includes']);
  });

  it('places a cell from its first to its last part in the source', () => {
    const cell = table.rows[2]?.cells[0];
    expect(STATEMENT.slice(cell?.start, cell?.end).replace(/<[^>]*>/g, '')).toBe('(56)');
  });
});

const simple = (caption: string, body: string): string =>
  `<p>${caption}</p><table>${body
    .trim()
    .split('\n')
    .map(
      line =>
        `<tr>${line
          .split('|')
          .map(cell => `<td>${cell.trim()}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</table>`;

describe('readTables: layouts', () => {
  it('reads labels between their columns, and headings that are repeated with other units', () => {
    const table = only(
      simple(
        'Production',
        `2Q24 | 1Q24 | Net production of oil, thousand barrels per day (kbd) | YTD 2024
1,261 | 816 | Here | 1,038
760 | 772 | There | 767
2Q24 | 1Q24 | Net production of gas, million cubic feet per day (mcfd) | YTD 2024
2,900 | 2,241 | Here | 2,570`,
      ),
    );
    expect(rows(table)).toEqual([
      'Here | 0:1261000 null | 1:816000 null | 2:1038000 null',
      'There | 0:760000 null | 1:772000 null | 2:767000 null',
      'Here | 3:2900000000 null | 4:2241000000 null | 5:2570000000 null',
    ]);
    expect(columns(table).slice(0, 3)).toEqual(['2Q24 = 2024q2 3', '1Q24 = 2024q1 3', 'YTD 2024 = 2024 null']);
  });

  it('keeps headings below a line that names another period', () => {
    const table = only(
      simple(
        '(in millions)',
        `Quarter ended December 31, 2021 | |
| Lending | Total
Revenue | $5,867 | $9,262
Quarter ended September 30, 2021 | |
Revenue | $5,707 | $8,909`,
      ),
    );
    expect(columns(table)).toEqual([
      'Lending = 2021-12-31 3',
      'Total = 2021-12-31 3',
      'Lending = 2021-09-30 3',
      'Total = 2021-09-30 3',
    ]);
  });

  it('gives columns of changes no period, and reads their signs', () => {
    const table = only(
      simple(
        '(in thousands)',
        `| Years Ended December 31, | Years Ended December 31, | Change | Change
| 2023 | 2022 | Amount | %
Sales and marketing | $744,992 | $702,511 | $42,481 | 6%
Research | 404,624 | 359,679 | 44,945 | 12`,
      ),
    );
    expect(columns(table).map(text => text.split(' = ')[1])).toEqual([
      '2023-12-31 12',
      '2022-12-31 12',
      'none',
      'none',
    ]);
    expect(rows(table)[1]).toBe('Research | 0:404624000 USD | 1:359679000 USD | 2:44945000 USD | 3:0.12 pure');
  });

  it('takes the unit of each row from a column of units', () => {
    const table = only(
      simple(
        'Summary',
        `| Unit | 2Q 2024 | 1Q 2024
Total earnings | $ MM | $4,434 | $5,501
Earnings per share | $/Share | $2.43 | $2.97
Cash flow | $ B | $6.3 | $6.8
Return on capital | % | 9.9 | 12.4`,
      ),
    );
    expect(rows(table).map(row => row.split(' | ')[2])).toEqual([
      '1:4434000000 USD',
      '1:2.43 USD/shares',
      '1:6300000000 USD',
      '1:0.099 pure',
    ]);
  });

  it('reads percentages whose sign is printed in the first row only, and not amounts below them', () => {
    const table = only(
      simple(
        '(in millions)',
        `| 2023 | 2022
Return on assets | 1.12% | 0.79%
Return on equity | 10.69 | 7.48
Deposits | $6,766 | $6,729
Loans | 15 | 17`,
      ),
    );
    expect(rows(table).map(row => row.split(' | ')[1])).toEqual([
      '0:0.0112 pure',
      '0:0.1069 pure',
      '0:6766000000 USD',
      '0:15000000 USD',
    ]);
  });

  it('finds the scale of a table without a caption by amounts that a table with one prints too', () => {
    const [, second] = read(
      simple(
        'Statement (in thousands)',
        `| 2023 | 2022\nRevenue | $2,225,012 | $1,905,871\nCosts | 431,105 | 408,549`,
      ) + simple('Our costs grew in both years, and so did revenue.', `| 2023 | 2022\nCosts | $431,105 | $408,549`),
    );
    expect(second).toMatchObject({ scale: 1000, scaleSource: 'same_figures' });
    expect(second?.rows[0]?.cells[0]?.value).toBe('431105000');
  });

  it('reads years with a raised mark, and labels divided over two rows', () => {
    const table = only(
      simple(
        '(in millions)',
        `| 2023 | 20221\nReconciliation of net loss to cash used in | |\noperating activities | 12 | 13`,
      ),
    );
    expect(columns(table)).toEqual(['2023 = 2023 null', '2022 = 2022 null']);
    expect(rows(table)).toEqual([
      'Reconciliation of net loss to cash used in operating activities | 0:12000000 null | 1:13000000 null',
    ]);
  });

  it('names the element that tags a figure', () => {
    const table = only(
      '<table><tr><td></td><td colspan="2">2024</td><td>2023</td></tr><tr><td>Assets</td><td>$</td><td><ix:nonFraction id="f-1" name="us-gaap:Assets">5,000</ix:nonFraction></td><td>$4,000</td></tr></table>',
    );
    expect(table.rows[0]?.cells.map(({ elementId }) => elementId)).toEqual(['f-1', null]);
  });

  it('reads a table of words, and leaves out a line that is only laid out as a table', () => {
    const tables = read(
      simple('Officers', `<b>Name</b> | <b>Position</b>\nJane Doe | President\nRobin Roe | Treasurer`) +
        simple('', 'FOR RELEASE | EXHIBIT 99.1'),
    );
    expect(tables.map(rows)).toEqual([['Jane Doe | 0:President', 'Robin Roe | 0:Treasurer']]);
  });
});

describe('readTables: aligned text', () => {
  const SOURCE = `                     FICTIONAL MILLS
                     BALANCE SHEETS
                 (In thousands of dollars)
<TABLE>
<CAPTION>
                                      The Mill               The Bakery
                                   1993       1992         1993       1992
At December 31                   --------   --------     --------   --------
<S>                              <C>        <C>          <C>        <C>
ASSETS
  Cash and equivalents........   $  1,536   $  1,189     $  1,682   $  1,940
  Inventories.................      3,824      4,574            -         --
  Allowance for losses........       (170)      (178)           -          -
Total assets..................   $  5,190   $  5,585     $  1,682   $  1,940
</TABLE>
`;
  const [table] = readTables(parsePlainText(SOURCE));

  it('puts centred headings over all columns below them', () => {
    expect(columns(table as DataTable)).toEqual([
      'The Mill > 1993 = 1993-12-31 instant',
      'The Mill > 1992 = 1992-12-31 instant',
      'The Bakery > 1993 = 1993-12-31 instant',
      'The Bakery > 1992 = 1992-12-31 instant',
    ]);
  });

  it('reads amounts, dashes and parents by indent', () => {
    expect(rows(table as DataTable)).toEqual([
      'ASSETS',
      'ASSETS > Cash and equivalents | 0:1536000 USD | 1:1189000 USD | 2:1682000 USD | 3:1940000 USD',
      'ASSETS > Inventories | 0:3824000 USD | 1:4574000 USD | 2:nil | 3:nil',
      'ASSETS > Allowance for losses | 0:-170000 USD | 1:-178000 USD | 2:nil | 3:nil',
      'Total assets | 0:5190000 USD | 1:5585000 USD | 2:1682000 USD | 3:1940000 USD',
    ]);
  });
});

describe('readTables: hostile tables', () => {
  const row = (cells: number) => `<tr><td>Sales</td>${'<td>$</td><td>1,234</td>'.repeat(cells)}</tr>`;

  it('keeps the first 512 columns of ten thousand, and says so', () => {
    const table = only(`<table>${row(10_000).repeat(3)}</table>`);
    expect(table.columns.length).toBeLessThanOrEqual(512);
    expect(table.warnings).toEqual(['column_limit']);
  });

  it('keeps the first 5,000 rows, and says so', () => {
    const table = only(`<table>${row(2).repeat(6_000)}</table>`);
    expect(table.rows).toHaveLength(5_000);
    expect(table.warnings).toEqual(['row_limit']);
  });

  it('reads tables nested a hundred deep', () => {
    const nested = `${'<table><tr><td>'.repeat(100)}<table>${row(2).repeat(2)}</table>${'</td></tr></table>'.repeat(100)}`;
    expect(() => read(nested)).not.toThrow();
  });

  it('ignores spans of a billion', () => {
    const table = only(
      '<table><tr><td colspan="1000000000" rowspan="1000000000">Sales</td><td>1,234</td></tr><tr><td>Costs</td><td>900</td></tr></table>',
    );
    expect(table.rows.length).toBeGreaterThan(0);
  });

  it.each([
    ['rows', row(6), 400],
    ['headings only', '<tr><td>2024</td><td>2023</td></tr>', 400],
    ['labels only', '<tr><td>Sales:</td><td></td></tr><tr><td>a</td><td>1</td></tr>', 400],
    [
      'repeated headings',
      '<tr><td></td><td>2024</td><td>2023</td></tr><tr><td>Sales</td><td>1</td><td>2</td></tr>',
      400,
    ],
  ])('reads %s in time linear in the length', (_, piece, size) => {
    expectLinearTime(size, count => `<table>${piece.repeat(count)}</table>`, read);
  });

  it('reads a release of a megabyte in less than 300 ms', () => {
    const release = `<html>${STATEMENT.repeat(Math.ceil(1_000_000 / STATEMENT.length))}</html>`;
    const times = Array.from({ length: 6 }, () => processorMs(() => read(release)));
    expect(read(release).length).toBeGreaterThan(100);
    expect(Math.min(...times)).toBeLessThan(300);
  });
});
