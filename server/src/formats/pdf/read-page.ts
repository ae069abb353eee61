import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { maxOf } from '../../kernel/lists.ts';
import type { PdfPage, PdfRun } from './pdf-page.ts';

/** Reading direction in quarter turns clockwise; null for angles between, like a stamp across the page. */
type Direction = 0 | 1 | 2 | 3 | null;

interface DrawnText {
  text: string;
  direction: Direction;
  isVertical: boolean;
  x: number;
  y: number;
  width: number;
  size: number;
}

/** Fixed cost of a text, so that many one-character texts reach the limit too. */
const CHARS_PER_TEXT = 16;

/** Reads the texts of a page without slanted stamps. Stops after `maxChars` characters. */
export async function readPage(document: PDFDocumentProxy, number: number, maxChars: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const drawn: DrawnText[] = [];
  let chars = 0;
  // Reads chunk by chunk, so that an endless page is abandoned in the middle.
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const isVertical = value.styles[item.fontName]?.vertical === true;
      drawn.push(placeText(item, viewport.transform, isVertical));
      chars += item.str.length + CHARS_PER_TEXT;
    }
    if (chars > maxChars) {
      await reader.cancel(new Error('enough'));
      break;
    }
  }
  page.cleanup();
  return toPage(number, viewport, drawn);
}

function placeText(
  item: { str: string; transform: number[]; width: number; height: number },
  view: readonly number[],
  isVertical: boolean,
): DrawnText {
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = view;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const along = { x: va * a + vc * b, y: vb * a + vd * b };
  return {
    text: asCharacters(item.str),
    direction: directionOf(along.x, along.y),
    isVertical,
    x: va * e + vc * f + ve,
    y: vb * e + vd * f + vf,
    width: item.width,
    size: Math.hypot(va * c + vc * d, vb * c + vd * d) || item.height || 1,
  };
}

/** Slanted scans are a degree or two off. */
const MAX_SLANT = 0.1;

function directionOf(x: number, y: number): Direction {
  const length = Math.hypot(x, y);
  if (length === 0) return 0;
  if (Math.abs(y) <= MAX_SLANT * length) return x > 0 ? 0 : 2;
  if (Math.abs(x) <= MAX_SLANT * length) return y > 0 ? 1 : 3;
  return null;
}

/** The cost of a page toward {@link PdfLimits.chars}. */
export function charsOfPage({ runs, aside }: PdfPage): number {
  return [...runs.map(run => run.text), ...aside].reduce((sum, text) => sum + text.length + CHARS_PER_TEXT, 0);
}

function toPage(number: number, { width, height }: { width: number; height: number }, drawn: DrawnText[]): PdfPage {
  const straight = drawn.filter(({ direction }) => direction !== null);
  const main = mainDirection(straight);
  const runs: PdfRun[] = [];
  const aside: string[] = [];
  for (const item of straight) {
    if (item.isVertical || item.direction !== main) aside.push(item.text);
    else runs.push(turned(item, main, width, height));
  }
  return { number, height: main === 1 || main === 3 ? width : height, runs, aside };
}

function mainDirection(drawn: readonly DrawnText[]): Direction {
  const chars = [0, 0, 0, 0];
  for (const { direction, text } of drawn)
    if (direction !== null) chars[direction] = (chars[direction] ?? 0) + text.length;
  const most = maxOf(chars);
  return ([0, 1, 2, 3] as const).find(direction => chars[direction] === most) ?? 0;
}

function turned(
  { text, x, y, width: length, size }: DrawnText,
  main: Direction,
  width: number,
  height: number,
): PdfRun {
  const [left, baseline] =
    main === 1 ? [y, width - x] : main === 2 ? [width - x, height - y] : main === 3 ? [height - y, x] : [x, y];
  return { text, left, right: left + length, baseline, size };
}

/**
 * Some fonts name a character by the radical of the same shape. This table adds to Unicode NFKC, which maps two
 * radicals to forms (戶, 靑) that are hardly used.
 */
const RADICALS = '⼾⾭⺟⺠⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳';
const CHARACTERS = '户青母民西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟';
const CHARACTER_OF = new Map([...RADICALS].map((radical, at) => [radical, [...CHARACTERS][at] ?? radical]));

/** Replaces radicals with the characters that they stand for; the length stays the same. */
export function asCharacters(text: string): string {
  return text.replace(/[\u2e80-\u2fdf]/g, radical => CHARACTER_OF.get(radical) ?? radical.normalize('NFKC'));
}
