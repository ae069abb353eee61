import type { Database } from '../../src/db/database.ts';
import { encodeTables, replaceTables } from '../../src/domain/filings/tables/store.ts';
import { parseHtml } from '../../src/formats/html-text/parse-html.ts';
import { tablesOf } from '../../src/sources/kit/sections/document-tables.ts';
import { seedSection } from './sections.ts';

/** A statement of income, and a table of ratios with another heading below its rows. */
export const MILLS_TABLES = `<p>(In thousands, except per share data)</p>
<table>
<tr><td>Statement of income</td><td colspan="3">Year ended December 31, 2024</td><td colspan="3">Year ended December 31, 2023</td></tr>
<tr><td>Revenue</td><td>$</td><td>1,234</td><td></td><td>$</td><td>1,100</td><td></td></tr>
<tr><td>Costs:</td></tr>
<tr><td style="padding-left:10pt">Wheat (1)</td><td></td><td>(800</td><td>)</td><td></td><td>—</td><td></td></tr>
<tr><td>Net income per share</td><td>$</td><td>0.20</td><td></td><td>$</td><td>0.19</td><td></td></tr>
<tr><td colspan="7">(1) Includes rye, which the mill buys from the same farmers.</td></tr>
</table>
<p>Ratios</p>
<table>
<tr><td></td><td>2024</td><td>2023</td></tr><tr><td>Margin | net</td><td>12.5%</td><td>11%</td></tr>
<tr><td></td><td>Q1 2025</td><td>Q2 2025</td></tr><tr><td>Sacks, "large"</td><td>12</td><td>14</td></tr>
</table>`;

/** Stores the tables of a document of a filing, which is one section from its start to `sectionEnd`. */
export async function seedTables(
  db: Database,
  filing: { issuerId: string; registry: string; nativeId: string },
  { html, sectionEnd }: { html: string; sectionEnd: number },
): Promise<number> {
  const sections = [
    { ...seedSection({ sectionKey: 'item_8', text: 'Statements' }), document: 'main.htm', start: 0, end: sectionEnd },
  ];
  const text = { status: 'found' as const, reason: null, sections, tables: tablesOf(parseHtml(html), 'main.htm') };
  return db.transaction(tx => replaceTables(tx, [encodeTables(text, filing)]));
}
