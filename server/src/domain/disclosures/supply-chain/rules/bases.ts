import type { ConcentrationOf } from '../model.ts';

/** What a percentage is of. */
export interface Base {
  of: ConcentrationOf;
  /** The words as they stand, where they narrow it to less than the company's whole; else null. */
  narrowed: string | null;
  /** Whether the words themselves say that suppliers are meant. */
  isOfSuppliers: boolean;
}

/** The head of what a percentage is of, the first that fits. */
const HEADS: readonly [RegExp, ConcentrationOf][] = [
  [
    /\b(?:purchases|cost of (?:goods sold|products sold|sales|revenues?|materials)|raw materials?|supply|supplies|production|inventory|requirements|materials|procurement)\b/i,
    'purchases',
  ],
  [/\breceivables?\b/i, 'receivables'],
  [/\b(?:revenues?|sales|turnover|net sales|billings)\b/i, 'revenue'],
];

/** Words that leave a whole a whole. */
const WHOLE =
  /^(?:the|our|its|their|company['’]?s?|total|net|consolidated|gross|worldwide|annual|overall|aggregate|accounts?|trade|outstanding|balances?|combined|operating|product|inventory|company|group['’]?s?|firm['’]?s?|all|combined|reported|year-end|fiscal|(?:19|20)\d\d|,|of|and|us)$/i;

/** Reads `total net sales in the United States`; null where the words name no revenue, receivables or purchases. */
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

/** The words up to where the sentence goes on to something else. */
export function cutBase(words: string): string {
  const end = words.search(
    /[,;:()–—]|(?<!\b\p{Lu})\.(?=\s|$)|\b(?:as of|at (?:the )?(?:end|January|February|March|April|May|June|July|August|September|October|November|December)|(?:in|for|during) (?:the |each |both |our )?(?:fiscal|year|years|three|six|nine|twelve|quarter|period|periods|first|second|third|fourth|last|past|prior|(?:19|20)\d\d|any|all|respective|ended)|which|that|while|whereas|respectively|is|are|was|were|and|compared|attributable|with)\b|\b(?:19|20)\d\d(?= and| or)/iu,
  );
  return (end < 0 ? words : words.slice(0, end)).trim();
}
