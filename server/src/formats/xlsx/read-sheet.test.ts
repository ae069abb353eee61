import { expect, test } from 'vitest';
import { fictionalWorkbook } from '../../../test/fictional/workbook.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { dayOfSerial, readFirstSheet } from './read-sheet.ts';

const BOOK = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="a"/><sheet name="Two" r:id="b"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="/xl/worksheets/one.xml"/></Relationships>',
};
const sheetOf = (rows: string, words = '') =>
  makeZip({
    ...BOOK,
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...(words === '' ? {} : { 'xl/sharedStrings.xml': `<sst>${words}</sst>` }),
  });

test('reads cells by column: texts, numbers, empty cells', () => {
  const { name, rows, writtenOn, faults } = readFirstSheet(
    fictionalWorkbook(
      [
        ['Name', 'Year'],
        ['A & <B>\nand so on', 2030],
        [null, 45_092.041_666],
      ],
      '2025-01-31',
    ),
  );
  expect({ name, rows, writtenOn, faults }).toEqual({
    name: 'Data',
    rows: [
      ['Name', 'Year'],
      ['A & <B>\nand so on', 2030],
      [null, 45_092.041_666],
    ],
    writtenOn: '2025-01-31',
    faults: [],
  });
});

test('joins runs of formatted text without phonetic readings; reads inline text, booleans, errors and escapes', () => {
  const words =
    '<si><r><t>North</t></r><r><t xml:space="preserve"> Sea</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>';
  const row =
    '<row><c t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>in_x0041_line</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>made</v></c></row>';
  expect(readFirstSheet(sheetOf(row, words)).rows).toEqual([
    ['North Sea', null, null, 'inAline', 'TRUE', '#N/A', 'made'],
  ]);
});

test('handles a distant cell without allocating memory, and a missing shared string as empty', () => {
  expect(readFirstSheet(sheetOf('<row><c r="ZZZ1"><v>1</v></c><c r="A1" t="s"><v>7</v></c></row>')).rows).toEqual([
    [null],
  ]);
});

test('counts days from 1900 or from 1904', () => {
  expect([dayOfSerial(61, false), dayOfSerial(45_092.04, false), dayOfSerial(0, true)].map(toIsoDate)).toEqual([
    '1900-03-01',
    '2023-06-15',
    '1904-01-01',
  ]);
});

test('rejects a zip that is not a workbook, one that is cut, and a zip bomb', () => {
  expect(() => readFirstSheet(makeZip({ 'a.txt': 'x' }))).toThrow(/not a workbook/);
  expect(() => readFirstSheet(makeZip(BOOK))).toThrow(/not a workbook/);
  const whole = fictionalWorkbook([['a']]);
  expect(() => readFirstSheet(whole.subarray(0, whole.length / 2))).toThrow();
  expect(() => readFirstSheet(Buffer.from('no zip'))).toThrow();
  expect(() => readFirstSheet(sheetOf(`<row><c><v>${'0'.repeat(3_000_000)}</v></c></row>`))).toThrow(
    expect.objectContaining({ kind: 'zip_bomb' }),
  );
});

test('reports a truncated sheet and reads it up to the cut', () => {
  const { rows, faults } = readFirstSheet(
    makeZip({ ...BOOK, 'xl/worksheets/one.xml': '<worksheet><sheetData><row><c><v>1</v></c></row><row><c><v>2' }),
  );
  expect(rows[0]).toEqual([1]);
  expect(faults.length).toBeGreaterThan(0);
});
