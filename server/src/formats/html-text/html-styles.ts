import { Formatting } from './html-tags.ts';

/** The effect of a `style` attribute on the text: bits that it sets or clears, page breaks, and changes of flow. */
export interface StyleEffect {
  sets: number;
  clears: number;
  breaksBefore: boolean;
  breaksAfter: boolean;
  /** A block element displayed inline. */
  flowsInline: boolean;
  /** An inline element displayed as a block. */
  isDisplayedAsBlock: boolean;
}

const NONE: StyleEffect = {
  sets: 0,
  clears: 0,
  breaksBefore: false,
  breaksAfter: false,
  flowsInline: false,
  isDisplayedAsBlock: false,
};
const MAX_STYLE_CHARS = 4_096;
const MAX_REMEMBERED = 4_000;

/** Documents repeat a few hundred styles tens of thousands of times, so each is parsed once. */
export class StyleReader {
  readonly #effects = new Map<string, StyleEffect>();

  /** The effect of a style attribute; longer ones than filers write have none. */
  read(style: string): StyleEffect {
    if (style.length > MAX_STYLE_CHARS) return NONE;
    const known = this.#effects.get(style);
    if (known !== undefined) return known;
    const effect = effectOf(style);
    if (this.#effects.size < MAX_REMEMBERED) this.#effects.set(style, effect);
    return effect;
  }
}

function effectOf(style: string): StyleEffect {
  const effect = { ...NONE };
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    apply(effect, declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
  }
  return effect;
}

/** CSS properties that format text: the bit, the values that set it, and those that clear it. */
const FORMATS: Record<string, { bit: number; sets: RegExp; clears: RegExp | null }> = {
  'font-weight': { bit: Formatting.bold, sets: /^(?:bold|[6-9]\d\d)/, clears: /^(?:normal|lighter|[1-5]\d\d)/ },
  font: { bit: Formatting.bold, sets: /(?:^|\s)(?:bold|[6-9]00)\s/, clears: null },
  'font-style': { bit: Formatting.italic, sets: /^(?:italic|oblique)/, clears: /^normal/ },
  'text-decoration': { bit: Formatting.underlined, sets: /underline/, clears: /^none/ },
  'text-decoration-line': { bit: Formatting.underlined, sets: /underline/, clears: /^none/ },
  'text-align': { bit: Formatting.centred, sets: /center/, clears: /^(?:left|right|justify|start|end)/ },
  'text-transform': { bit: Formatting.capitals, sets: /^uppercase/, clears: /^none/ },
  visibility: { bit: Formatting.hidden, sets: /^hidden/, clears: null },
  'white-space': { bit: Formatting.preformatted, sets: /^pre$/, clears: null },
};
const FORCED_BREAK = /^(?:always|page|left|right)/;

function apply(effect: StyleEffect, property: string, value: string): void {
  const format = FORMATS[property];
  if (format !== undefined) {
    if (format.sets.test(value)) effect.sets |= format.bit;
    else if (format.clears?.test(value) === true) effect.clears |= format.bit;
    return;
  }
  if (property === 'display') display(effect, value);
  else if (property === 'page-break-before' || property === 'break-before')
    effect.breaksBefore = FORCED_BREAK.test(value);
  else if (property === 'page-break-after' || property === 'break-after') effect.breaksAfter = FORCED_BREAK.test(value);
}

function display(effect: StyleEffect, value: string): void {
  if (value.startsWith('none')) effect.sets |= Formatting.hidden;
  else if (value.startsWith('inline')) effect.flowsInline = true;
  else if (value.startsWith('block')) effect.isDisplayedAsBlock = true;
}
