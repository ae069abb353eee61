import { deflateSync } from 'node:zlib';

/** A text and its position in points from the lower left corner of the page. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  /** 10 by default. */
  size?: number;
  /** Quarters of a turn anticlockwise; 0 by default. */
  turns?: 0 | 1 | 2 | 3;
}

export interface FictionalBookmark {
  title: string;
  /** 1-based. */
  page: number;
  /** Points from the lower edge; absent if the bookmark points to the page. */
  y?: number;
  items?: FictionalBookmark[];
}

export interface FictionalPdf {
  pages: PlacedText[][];
  bookmarks?: FictionalBookmark[];
  /** Adds an encryption dictionary, so that readers ask for a password. */
  isEncrypted?: boolean;
}

/** A4. */
export const PAGE = { width: 595, height: 842 };

/**
 * A PDF of these texts in fonts that are not embedded: Helvetica, and a Chinese font by its character collection for
 * characters outside Latin-1, as word processors write it.
 */
export function fictionalPdf({ pages, bookmarks = [], isEncrypted = false }: FictionalPdf): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree, latin, chinese] = [objects.reserve(), objects.reserve(), objects.reserve(), objects.reserve()];
  objects.set(latin, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const descendant = objects.add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 >>',
  );
  objects.set(
    chinese,
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${descendant} 0 R] >>`,
  );
  const kids = pages.map(texts => {
    const content = objects.addStream(texts.map(drawText).join('\n'));
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /L ${latin} 0 R /C ${chinese} 0 R >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  const outlines = addOutline(objects, bookmarks, kids);
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R${outlines === null ? '' : ` /Outlines ${outlines} 0 R`} >>`,
  );
  return objects.write(catalog, isEncrypted ? ENCRYPTION : '');
}

/** A standard security handler that no password opens: its keys are not a digest. */
const ENCRYPTION = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<01> <01>]`;

const TURNS = ['1 0 0 1', '0 1 -1 0', '-1 0 0 -1', '0 -1 1 0'] as const;

function drawText({ text, x, y, size = 10, turns = 0 }: PlacedText): string {
  const isLatin = /^[\x20-\xff]*$/.test(text);
  const shown = isLatin ? Buffer.from(text, 'latin1').toString('hex') : utf16(text);
  return `BT /${isLatin ? 'L' : 'C'} ${size} Tf ${TURNS[turns]} ${x} ${y} Tm <${shown}> Tj ET`;
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** Adds the outline (ISO 32000-1, 12.3.3); returns the number of its root, null if there are no bookmarks. */
function addOutline(objects: PdfObjects, items: readonly FictionalBookmark[], pages: readonly number[]): number | null {
  if (items.length === 0) return null;
  const root = objects.reserve();
  objects.set(root, `<< /Type /Outlines ${addItems(objects, items, pages, root)} >>`);
  return root;
}

/** Adds linked outline items; returns the entries for their parent. */
function addItems(
  objects: PdfObjects,
  items: readonly FictionalBookmark[],
  pages: readonly number[],
  parent: number,
): string {
  const ids = items.map(() => objects.reserve());
  for (const [at, { title, page, y, items: below = [] }] of items.entries()) {
    const [id = 0, before, after] = [ids[at], ids[at - 1], ids[at + 1]];
    const siblings = [before && `/Prev ${before} 0 R`, after && `/Next ${after} 0 R`].filter(Boolean).join(' ');
    const kids = below.length === 0 ? '' : addItems(objects, below, pages, id);
    const dest = `[${pages[page - 1] ?? 0} 0 R ${y === undefined ? '/Fit' : `/XYZ 0 ${y} null`}]`;
    objects.set(id, `<< /Title <feff${utf16(title)}> /Parent ${parent} 0 R /Dest ${dest} ${siblings} ${kids} >>`);
  }
  return `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length}`;
}

/** The numbered objects of a file and its table of cross references. */
class PdfObjects {
  readonly #bodies: Buffer[] = [];

  reserve(): number {
    return this.#bodies.push(Buffer.from('null'));
  }

  set(number: number, body: string | Buffer): void {
    this.#bodies[number - 1] = Buffer.from(body);
  }

  add(body: string | Buffer): number {
    const number = this.reserve();
    this.set(number, body);
    return number;
  }

  addStream(content: string | Buffer): number {
    return this.add(flateStream(content));
  }

  write(catalog: number, trailer: string): Buffer {
    const parts = [Buffer.from('%PDF-1.7\n')];
    let length = parts[0]?.length ?? 0;
    const offsets = this.#bodies.map((body, at) => {
      const offset = length;
      const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      parts.push(part);
      length += part.length;
      return offset;
    });
    const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const count = offsets.length + 1;
    parts.push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${count} /Root ${catalog} 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

/** A compressed stream. */
export function flateStream(content: string | Buffer): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}
