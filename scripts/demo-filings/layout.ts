/** One row of a table. */
export interface Row {
  label: string;
  level?: number;
  isBold?: boolean;
  cells: readonly string[];
}

/** A table in the style of filing software: inline styles, an empty head cell, right-aligned numbers. */
export function table(heads: readonly string[], rows: readonly Row[]): string {
  const [lead = '', ...columns] = heads;
  const head = columns
    .map(column => `<td style="text-align:right;border-bottom:1pt solid #000"><b>${column}</b></td>`)
    .join('');
  const body = rows.map(({ label, level = 0, isBold = false, cells }) => {
    const words = isBold ? `<b>${label}</b>` : label;
    const numbers = cells.map(
      cell => `<td style="text-align:right">${isBold && cell !== '' ? `<b>${cell}</b>` : cell}</td>`,
    );
    return `<tr><td style="padding-left:${level * 10}pt">${words}</td>${numbers.join('')}</tr>`;
  });
  return `<table style="width:100%;border-collapse:collapse;font-size:9pt">
<tr><td>${lead}</td>${head}</tr>
${body.join('\n')}
</table>`;
}

export function paragraph(text: string): string {
  return `<p style="font:10pt Times New Roman;margin:6pt 0">${text}</p>`;
}

export function paragraphs(texts: readonly string[]): string {
  return texts.map(paragraph).join('\n');
}

/** The heading of an item, with the anchor for links from the contents. */
export function itemHeading(id: string, number: string, title: string): string {
  return `<div id="${id}" style="font:10pt Times New Roman;font-weight:700;margin:12pt 0">${number}&#160;&#160;&#160;${title}</div>`;
}

export function partHeading(text: string): string {
  return `<div style="text-align:center;font:10pt Times New Roman;font-weight:700;margin:14pt 0">${text}</div>`;
}

export function subHeading(text: string): string {
  return `<div style="font:10pt Times New Roman;font-weight:700;font-style:italic;margin:8pt 0">${text}</div>`;
}

export function centred(text: string): string {
  return `<div style="text-align:center;font:10pt Times New Roman;margin:4pt 0">${text}</div>`;
}

/** A page number and the break after it. */
export function pageEnd(number: number): string {
  return `<div style="text-align:center;font:9pt Times New Roman">${number}</div>\n<hr style="page-break-after:always"/>`;
}

export function bullets(items: readonly string[]): string {
  return `<ul>\n${items.map(item => `<li style="font:10pt Times New Roman">${item}</li>`).join('\n')}\n</ul>`;
}
