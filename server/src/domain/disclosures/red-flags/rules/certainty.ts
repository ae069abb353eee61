import type { Assertion } from '../../../../formats/prose/frames.ts';
import { addDays, type IsoDate } from '../../../../kernel/dates.ts';
import type { FlagRuleId } from './flag-rules.ts';
import type { FlagFrame } from './frames/flag-frames.ts';
import { OWN_ITEMS } from './own-items.ts';

/** The place of a sentence in its filing. */
export interface FlagPlace {
  /** Null in an exhibit. */
  sectionKey: string | null;
  /** Whether an auditor states the sentence, or the sentence is about what an auditor states. */
  isAuditors: boolean;
}

/** What a contract or a risk supposes, before the words of the matter. The month May has a capital letter. */
const SUPPOSED =
  /\b(?:if|unless|whether|would|could|might|may|upon|in the event|to the extent|constitutes?|cross-?(?:default|acceleration)s?|potential(?:ly)?|possible|possibility|risk|seek(?:ing)? to avoid|in lieu of)\b/;
/** A matter of debt that is no more, or that a creditor has accepted. */
const ACCEPTED =
  /\b(?:waive[sdr]?|waivers?|waiving|cured?|curing|rescind(?:s|ed)|annulled|regained|refinanced|repaid|paid in full)\b/i;
/** Parties whose defaults and bankruptcies filings also report. */
const OTHERS =
  /\b(?:lessees?|tenants?|borrowers|customers?|clients?|suppliers?|vendors?|licensees?|franchisees?|obligors?|mortgagors?|counterpart(?:y|ies)|joint ventures?|investees?|unconsolidated|deconsolidated|non-?recourse|former(?:ly)?|predecessors?|competitors?|portfolio compan(?:y|ies)|acquired compan(?:y|ies)|seller|parent of|affiliates? of (?:Mr|Ms|Dr))\b/i;
/** Sections on people report the bankruptcies of their former companies. */
const OF_PEOPLE =
  /(?:^|\.)(?:item_(?:10|5\.02)|executive_officers|director_nominees|directors?\w*|governance|management)$/;
/** Words by which somebody concludes that statements were wrong. */
const WRONG_STATEMENTS =
  /\b(?:no longer|previously (?:issued|filed)|restat(?:e|ed|ement|ing)|errors?|misstat\w+|conclude[sd]?|determined)\b/i;

/** Matters of debt and insolvency, which also befall others and end by agreement. */
const OF_SOLVENCY = new Set<FlagRuleId>(['debt_default', 'bankruptcy']);
/** A matter is new if it is not older than this at the end of the period. */
const RECENT_DAYS = 550;

/**
 * Whether a matter is certain enough to be CRITICAL. Its status is that of a fact that lasts, and the sentence says of whom it is:
 * the registrant, a subsidiary, the filer of an item about the matter, or the auditor in a report. Suppositions before the matter,
 * waivers, other parties, old dates and biographies leave a doubt.
 */
export function isCertain(
  assertion: Assertion<FlagRuleId, FlagFrame>,
  place: FlagPlace,
  periodEnd: IsoDate | null,
): boolean {
  const { of, frame, form, clause, status, trigger, dates } = assertion;
  const { quote, text, leadIn } = assertion.sentence;
  const isOfItem = place.sectionKey !== null && OWN_ITEMS[place.sectionKey] === frame.family;
  if ((form === 'noun' && clause === null) || (frame.confidence === 'capped' && !isOfItem)) return false;
  if (of !== 'registrant' && of !== 'subsidiary' && !isOfItem && !place.isAuditors) return false;
  const isFact = status === 'asserted' || (status === 'planned' && frame.countsPlans);
  if (!(isFact || frame.countsTerms) || status === 'resolved' || frame.isEnd) return false;
  if (frame.family === 'non_reliance') return isOfItem || WRONG_STATEMENTS.test(text);
  if (!OF_SOLVENCY.has(frame.family)) return true;
  if (place.sectionKey !== null && OF_PEOPLE.test(place.sectionKey)) return false;
  if (SUPPOSED.test(quote.slice(0, trigger.start)) || SUPPOSED.test(leadIn ?? '')) return false;
  if (OTHERS.test(text) || (frame.family === 'debt_default' && ACCEPTED.test(text))) return false;
  return periodEnd === null || dates.length === 0 || dates.some(({ last }) => last > addDays(periodEnd, -RECENT_DAYS));
}
