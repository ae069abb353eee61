import type { ConcentrationOf } from '../model.ts';

/** The base of a percentage. */
export interface Base {
  of: ConcentrationOf;
  /** The words as written if they narrow the base to a part of the company; else null. */
  narrowed: string | null;
  /** True if the words refer to suppliers. */
  isOfSuppliers: boolean;
}

/** Head words of a base, in matching order. */
const HEADS: readonly [RegExp, ConcentrationOf][] = [
  [
    /\b(?:purchases|cost of (?:goods sold|products sold|sales|revenues?|materials)|raw materials?|supply|supplies|production|inventory|requirements|materials|procurement)\b/i,
    'purchases',
  ],
  [/\breceivables?\b/i, 'receivables'],
  [/\b(?:revenues?|sales|turnover|net sales|billings)\b/i, 'revenue'],
];

/** Words that do not narrow the base. */
const WHOLE =
  /^(?:the|our|its|their|company['’]?s?|total|net|consolidated|gross|worldwide|annual|overall|aggregate|accounts?|trade|outstanding|balances?|combined|operating|product|inventory|company|group['’]?s?|firm['’]?s?|all|combined|reported|year-end|fiscal|(?:19|20)\d\d|,|of|and|us)$/i;

/** Reads `total net sales in the United States`; null if the words name no revenue, receivables or purchases. */
export function readBase(words: string): Base | null {
  const text = words.trim();
  const found = HEADS.find(([head]) => head.test(text));
  if (found === undefined || /\b(?:employees|growth|increase|decrease|margin|profit|income|tax)\b/i.test(text))
    return null;
  const [head, of] = found;
  const rest = text.replace(head, ' ').replace(head, ' ').split(/\s+/);
  const isWhole = rest.filter(word => word !== '').every(word => WHOLE.test(word));
  return {
    of,
    narrowed: isWhole ? null : text.replace(/^(?:the|our|its|their) /i, ''),
    isOfSuppliers: of === 'purchases' || /\bvendors?\b/i.test(text),
  };
}

/** Cuts the words at the end of the base. */
export function cutBase(words: string): string {
  const end = words.search(
    /[,;:()–—]|(?<!\b\p{Lu})\.(?=\s|$)|\b(?:as of|at (?:the )?(?:end|January|February|March|April|May|June|July|August|September|October|November|December)|(?:in|for|during) (?:the |each |both |our )?(?:fiscal|year|years|three|six|nine|twelve|quarter|period|periods|first|second|third|fourth|last|past|prior|(?:19|20)\d\d|any|all|respective|ended)|which|that|while|whereas|respectively|is|are|was|were|and|compared|attributable|with)\b|\b(?:19|20)\d\d(?= and| or)/iu,
  );
  return (end < 0 ? words : words.slice(0, end)).trim();
}
