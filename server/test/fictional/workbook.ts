import { makeZip } from '../write-zip.ts';

type Cell = string | number | null;

/** A workbook of one sheet, with texts as shared strings. */
export function fictionalWorkbook(rows: readonly (readonly Cell[])[], modified: string | null = null): Buffer {
  const words = [...new Set(rows.flat().filter(cell => typeof cell === 'string'))];
  const cellOf = (cell: Cell, row: number, column: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (cell === null) return `<c r="${at}"/>`;
    return typeof cell === 'number'
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="s"><v>${words.indexOf(cell)}</v></c>`;
  };
  const sheet = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, row, at)).join('')}</row>`,
  );
  const items = words.map(word => `<si><t xml:space="preserve">${escaped(word)}</t></si>`);
  const core = `<cp:coreProperties xmlns:cp="c" xmlns:dcterms="d"><dcterms:modified>${modified}T10:00:00Z</dcterms:modified></cp:coreProperties>`;
  return makeZip({
    'xl/workbook.xml': `<workbook xmlns="w" xmlns:r="r"><sheets><sheet name="Data" sheetId="1" r:id="rId4"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId4" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="w"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="w">${items.join('')}</sst>`,
    ...(modified === null ? {} : { 'docProps/core.xml': core }),
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
