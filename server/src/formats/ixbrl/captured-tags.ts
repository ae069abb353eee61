import { parseAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { escapeAttribute } from './character-references.ts';
import type { StartTag } from './markup-scanner.ts';

/** Limits of the cache for rewritten start tags: their length and their number. */
const MAX_REMEMBERED_TAG = 400;
const MAX_REMEMBERED_TAGS = 1_000;
/** HTML elements without an end tag. */
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Rewrites start tags of captured markup that are not well-formed outside their document. */
export class TagRewriter {
  /** Rewritten tags by their source text: empty table cells, above all, are repeated by the thousand. */
  readonly #remembered = new Map<string, string>();

  /**
   * The start tag as captured markup has it; null if unchanged. `name` is that of an empty element. `base` is the address
   * that relative links refer to, null if unknown.
   */
  rewrite(source: string, tag: StartTag, name: string, base: string | null, hasReference: boolean): string | null {
    if (base !== null && /\s(?:href|src)\s*=/.test(source.slice(tag.nameEnd, tag.end)))
      return rewritten(source, tag, name, base);
    const isClosed = tag.isEmpty && !VOID_ELEMENTS.has(name);
    if (!isClosed && !hasReference && source.charCodeAt(tag.end - 1) === GREATER) return null;
    return this.#rememberedRewritten(source, tag, name, base);
  }

  #rememberedRewritten(source: string, tag: StartTag, name: string, base: string | null): string {
    const written = source.slice(tag.start, tag.end);
    const known = this.#remembered.get(written);
    if (known !== undefined) return known;
    const made = rewritten(source, tag, name, base);
    const isWorthIt = written.length <= MAX_REMEMBERED_TAG && this.#remembered.size < MAX_REMEMBERED_TAGS;
    if (isWorthIt) this.#remembered.set(detached(written), detached(made));
    return made;
  }
}

const GREATER = 0x3e;

function rewritten(source: string, tag: StartTag, name: string, base: string | null): string {
  const attributes = parseAttributes(source, tag.nameEnd, tag.end);
  let written = `<${source.slice(tag.start + 1, tag.nameEnd)}`;
  for (let at = 0; at < attributes.size; at++) {
    const attribute = attributes.nameAt(at);
    written += ` ${attribute}="${escapeAttribute(resolved(attribute, attributes.valueAt(at), base))}"`;
  }
  // HTML parsers read <td/> as an unclosed cell.
  if (!tag.isEmpty) return `${written}>`;
  return VOID_ELEMENTS.has(name) ? `${written}/>` : `${written}></${name}>`;
}

function resolved(attribute: string, value: string, base: string | null): string {
  if (base === null || (attribute !== 'href' && attribute !== 'src')) return value;
  return URL.parse(value, base)?.href ?? value;
}
