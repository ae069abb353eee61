import { decodeEntities } from './fold-text.ts';
import { type StyleEffect, StyleReader } from './html-styles.ts';
import { Formatting, type Tag, tagOf } from './html-tags.ts';
import { layOutTable, type OpenCell, type OpenTable } from './lay-table.ts';
import type { Block, PageBreak } from './text-document.ts';
import { type FlowEnd, TextRun } from './text-run.ts';

const DEEPEST = 65_536;
/** How far up an end tag searches for its start tag: deeper nesting is broken markup and must not cost more. */
const FARTHEST_START = 512;
const MAX_BLOCKS = 2_000_000;
const MAX_TABLES_DEEP = 64;
const MAX_ANCHORS = 200_000;

interface Frame {
  tag: Tag;
  formatting: number;
  breaksAfter: boolean;
  isBlock: boolean;
}

/** The builder's result: blocks in reading order, and the offset of each anchor. */
export interface BuiltDocument {
  blocks: Block[];
  /** Page breaks that are only a drawn line: such a line ends a page only if a page number is beside it. */
  rules: ReadonlySet<Block>;
  anchors: ReadonlyMap<string, number>;
  warnings: string[];
}

/** The attributes that affect the visible text; empty if written without a value. */
export interface Attributes {
  style?: string;
  id?: string;
  name?: string;
  href?: string;
  align?: string;
  colspan?: string;
  rowspan?: string;
  hidden?: string;
}

const NO_EFFECT = new StyleReader().read('');

/** Builds blocks from a document's start tags, end tags and texts, in the way that a browser lays them out. */
export class DocumentBuilder {
  readonly #source: string;
  readonly #styles = new StyleReader();
  readonly #blocks: Block[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #warnings = new Set<string>();
  readonly #rules = new Set<Block>();
  readonly #frames: Frame[] = [];
  readonly #tables: OpenTable[] = [];
  /** Number of open elements of each name, so that an end tag without a start tag costs nothing. */
  readonly #open = new Map<string, number>();
  #formatting = 0;
  #listDepth = 0;
  #headingLevel = 0;
  #inField = false;
  readonly #run = new TextRun();

  constructor(source: string) {
    this.#source = source;
  }

  open(tag: Tag, attributes: Attributes | null, start: number, end: number): void {
    this.#inField = tag.kind === 'field';
    if (attributes !== null) this.#anchor(attributes, start);
    const effect = this.#effectOf(tag, attributes);
    const isBlock = (isBlockKind(tag) && !effect.flowsInline) || effect.isDisplayedAsBlock;
    if (isBlock) this.#beforeBlock(tag);
    if (effect.breaksBefore) this.pageBreak(start);
    if (tag.isVoid) {
      this.#openVoid(tag, effect, start, end);
      return;
    }
    if (this.#frames.length >= DEEPEST) {
      this.#warnings.add('nesting_limit');
      return;
    }
    const inherited = tag.kind === 'table' ? this.#formatting & Formatting.hidden : this.#formatting;
    this.#frames.push({ tag, formatting: this.#formatting, breaksAfter: effect.breaksAfter, isBlock });
    this.#count(tag, 1);
    this.#formatting = (inherited & ~effect.clears) | effect.sets;
    this.#enter(tag, attributes, start);
  }

  close(tag: Tag): void {
    this.#inField = false;
    if ((this.#open.get(tag.name) ?? 0) === 0) {
      if (tag.name === 'p') this.#flush('block');
      return;
    }
    const index = this.#findOpen(tag);
    if (index >= 0) this.#closeTo(index);
  }

  text(start: number, end: number): void {
    if (this.#inField || (this.#formatting & Formatting.hidden) !== 0) return;
    if ((this.#formatting & Formatting.preformatted) !== 0) this.#preformatted(start, end);
    else this.#run.append(this.#source.slice(start, end), start, end, this.#formatting);
  }

  pageBreak(offset: number): void {
    this.#flush('block');
    this.#push({ kind: 'page', start: offset, end: offset, pageNumber: null });
  }

  finish(): BuiltDocument {
    this.#closeTo(0);
    this.#flush('block');
    this.#ruleAt(this.#source.length, this.#source.length);
    return { blocks: this.#blocks, rules: this.#rules, anchors: this.#anchors, warnings: [...this.#warnings] };
  }

  #effectOf(tag: Tag, attributes: Attributes | null): StyleEffect {
    if (attributes === null) {
      return tag.formatting === 0 ? NO_EFFECT : { ...NO_EFFECT, sets: tag.formatting };
    }
    const style = attributes.style === undefined ? NO_EFFECT : this.#styles.read(attributes.style);
    let sets = tag.formatting | style.sets;
    let clears = style.clears;
    const align = attributes.align?.toLowerCase();
    if (align === 'center' || align === 'middle') sets |= Formatting.centred;
    else if (align !== undefined) clears |= Formatting.centred;
    if (attributes.hidden !== undefined) sets |= Formatting.hidden;
    return { ...style, sets: sets & ~style.clears, clears };
  }

  #anchor(attributes: Attributes, start: number): void {
    if (this.#anchors.size >= MAX_ANCHORS) return;
    for (const id of [attributes.id, attributes.name]) {
      if (id !== undefined && id !== '' && !this.#anchors.has(id)) this.#anchors.set(decodeEntities(id), start);
    }
  }

  /** A block ends the text before it, and closes a paragraph or list item that was left open. */
  #beforeBlock(tag: Tag): void {
    this.#flush('block');
    if (tag.kind === 'row') this.#closeOpen(['tr'], 'table');
    else if (tag.kind === 'cell') this.#closeOpen(['td', 'th'], 'tr');
    else if (tag.kind === 'item') this.#closeOpen(['li'], 'list');
    else if ((this.#open.get('p') ?? 0) > 0) this.#closeOpen(['p'], 'cell');
  }

  #closeOpen(names: string[], boundary: 'table' | 'tr' | 'list' | 'cell'): void {
    const lowest = Math.max(0, this.#frames.length - FARTHEST_START);
    for (let index = this.#frames.length - 1; index >= lowest; index -= 1) {
      const tag = this.#frames[index]?.tag ?? tagOf('');
      if (names.includes(tag.name)) {
        this.#closeTo(index);
        return;
      }
      if (tag.kind === 'table' || tag.kind === boundary || tag.name === boundary) return;
      if (boundary === 'cell' && tag.kind === 'item') return;
    }
  }

  #openVoid(tag: Tag, effect: StyleEffect, start: number, end: number): void {
    if (effect.breaksAfter) this.pageBreak(start);
    if (tag.kind === 'break') {
      this.#flush('line');
      return;
    }
    if (tag.kind !== 'rule') return;
    this.#flush('block');
    if (tag.name === 'hr') this.#ruleAt(start, end);
    else this.#push({ kind: 'page', start, end, pageNumber: null });
  }

  /** A drawn line or the end of the document: the end of a page if a page number is beside it. */
  #ruleAt(start: number, end: number): void {
    const line: PageBreak = { kind: 'page', start, end, pageNumber: null };
    this.#rules.add(line);
    this.#push(line);
  }

  #enter(tag: Tag, attributes: Attributes | null, start: number): void {
    switch (tag.kind) {
      case 'skipped':
        this.#formatting |= Formatting.hidden;
        return;
      case 'list':
        this.#listDepth += 1;
        return;
      case 'anchor':
        this.#run.openLink(attributes?.href);
        return;
      case 'table':
        this.#openTable(start);
        return;
      case 'row':
        this.#tables.at(-1)?.rows.push({ start, end: start, cells: [] });
        return;
      case 'cell':
        this.#openCell(tag, attributes, start);
        return;
      default:
        if (tag.headingLevel > 0) this.#headingLevel = tag.headingLevel;
    }
  }

  #openTable(start: number): void {
    if (this.#tables.length >= MAX_TABLES_DEEP) {
      this.#warnings.add('nesting_limit');
      return;
    }
    this.#tables.push({ start, rows: [], depth: this.#frames.length });
  }

  #openCell(tag: Tag, attributes: Attributes | null, start: number): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (table.rows.length === 0) table.rows.push({ start, end: start, cells: [] });
    table.rows.at(-1)?.cells.push({
      start,
      end: start,
      blocks: [],
      colspan: spanOf(attributes?.colspan),
      rowspan: spanOf(attributes?.rowspan),
      isHeader: tag.name === 'th',
    });
  }

  #count(tag: Tag, by: number): void {
    this.#open.set(tag.name, (this.#open.get(tag.name) ?? 0) + by);
  }

  /** An end tag never closes more than its own cell or table. */
  #findOpen(tag: Tag): number {
    const lowest = Math.max(0, this.#frames.length - FARTHEST_START);
    for (let index = this.#frames.length - 1; index >= lowest; index -= 1) {
      const open = this.#frames[index]?.tag;
      if (open === undefined) return -1;
      if (open.name === tag.name) return index;
      if (open.kind === 'table' || (open.kind === 'cell' && tag.kind !== 'row' && tag.kind !== 'table')) return -1;
    }
    return -1;
  }

  #closeTo(index: number): void {
    while (this.#frames.length > index) {
      const frame = this.#frames.pop();
      if (frame === undefined) return;
      this.#leave(frame);
    }
  }

  #leave(frame: Frame): void {
    const { tag } = frame;
    if (frame.isBlock) this.#flush('block');
    this.#count(tag, -1);
    this.#formatting = frame.formatting;
    if (tag.kind === 'list') this.#listDepth -= 1;
    else if (tag.kind === 'anchor') this.#run.closeLink();
    else if (tag.kind === 'table') this.#closeTable();
    else if (tag.headingLevel > 0) this.#headingLevel = 0;
    if (frame.breaksAfter) this.pageBreak(this.#run.end);
  }

  #closeTable(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || table.depth !== this.#frames.length + 1) return;
    this.#tables.pop();
    for (const block of layOutTable(table)) this.#push(block);
  }

  /** Preformatted text keeps its lines and the blanks between its columns. */
  #preformatted(start: number, end: number): void {
    let from = start;
    while (from < end) {
      const newline = this.#source.indexOf('\n', from);
      const to = newline < 0 || newline >= end ? end : newline;
      if (to > from) this.#run.append(this.#source.slice(from, to), from, to, this.#formatting);
      if (to === end) return;
      this.#flush('line');
      from = to + 1;
    }
  }

  #flush(by: FlowEnd): void {
    const block = this.#run.take(by, this.#listDepth, this.#headingLevel);
    if (block !== null) this.#push(block);
  }

  #push(block: Block): void {
    const cell = this.#currentCell(block);
    if (cell !== null) {
      cell.blocks.push(block);
      cell.end = block.end;
      return;
    }
    if (this.#blocks.length >= MAX_BLOCKS) {
      this.#warnings.add('block_limit');
      return;
    }
    this.#blocks.push(block);
  }

  /** Content of a table outside its cells gets a cell of its own, so that the reading order is that of the source. */
  #currentCell(block: Block): OpenCell | null {
    const table = this.#tables.at(-1);
    if (table === undefined) return null;
    const known = table.rows.at(-1)?.cells.at(-1);
    if (known !== undefined) return known;
    const { start, end } = block;
    const cell: OpenCell = { start, end, blocks: [], colspan: 1, rowspan: 1, isHeader: false };
    const row = table.rows.at(-1);
    if (row === undefined) table.rows.push({ start, end, cells: [cell] });
    else row.cells.push(cell);
    return cell;
  }
}

function isBlockKind(tag: Tag): boolean {
  return tag.kind !== 'inline' && tag.kind !== 'anchor' && tag.kind !== 'break' && tag.kind !== 'skipped';
}

function spanOf(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 && span <= 1000 ? span : 1;
}
