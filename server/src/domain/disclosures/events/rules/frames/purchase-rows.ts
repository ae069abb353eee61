import type { EventText } from './event-document.ts';
import type { Stated } from './merge-stated.ts';

const OWN_SHARES =
  "(?:(?:the |its |our )?(?:company[’']s )?(?:outstanding )?(?:class [a-c] )?(?:common|ordinary|treasury|capital|own)(?: and [a-z]+)? (?:stock|shares?)|treasury)";
/** The caption of a row of a cash flow or equity statement: `Repurchases of common stock`, `Purchase of treasury shares`. */
const CAPTION = new RegExp(
  `^(?:(?:payments?|cash (?:paid|used)|amounts? paid) (?:for|to) )?(?:the )?(?:(?:re-?purchases?|acquisitions?|purchases?|buy-?backs?)(?:d|s)?(?: and (?:retirements?|cancellations?))?(?: of)? ${OWN_SHARES}|(?:common |treasury |net )?(?:share|stock) (?:repurchases?|buy-?backs?))\\b`,
  'i',
);
/** Shares of employees and of subsidiaries. */
const OF_OTHERS =
  /\b(?:tax|withh\w+|employees?|options?|subsidiar\w+|non-?controlling|excise|accrued|program|authori)/i;
const LONGEST_CAPTION = 120;
/** The figure of the reported period is the first; a dash states none. */
const FIGURE = /^\(?[$€£¥]?\s*\(?\d[\d,.]*\s*\)?$/;

/** Reads the purchases of own shares that a statement states in a row; null if it states none. */
export function readPurchaseRow({ sectionKey, text }: EventText): Stated | null {
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    const [caption = '', ...cells] = line.split('|').map(cell => cell.trim());
    if (cells.length === 0 || caption.length > LONGEST_CAPTION) continue;
    if (!CAPTION.test(caption) || OF_OTHERS.test(caption)) continue;
    const figure = cells.find(cell => cell !== '' && !/^[$€£¥]$/.test(cell)) ?? '';
    if (!FIGURE.test(figure) || !/[1-9]/.test(figure)) continue;
    const place =
      sectionKey === null ? { charStart: null, charEnd: null } : { charStart: start, charEnd: start + line.length };
    return {
      ...{ date: null, counterparty: null },
      event: {
        ...{ itemCode: /^item_([\d.]+)$/.exec(sectionKey ?? '')?.[1] ?? null, kind: 'buyback', variant: null },
        ...{ eventDate: null, subject: '', fields: { returnMethod: 'repurchase' } },
        evidence: [{ sectionKey, quote: line.trim(), ...place }],
      },
    };
  }
  return null;
}
