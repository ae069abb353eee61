import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../../../formats/prose/stated-dates.ts';
import type { EventKind } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { dayOf, firstSentence, type ItemText, isEmptyItem, quoted } from './item-text.ts';
import { readMoney } from './money.ts';

/** The first variant that a sentence of the item matches. */
interface VariantMatch {
  variant: string;
  sentence: Sentence;
}

function firstOf(item: ItemText, variants: readonly (readonly [string, RegExp])[]): VariantMatch | null {
  for (const [variant, words] of variants) {
    const sentence = item.sentences.find(({ text }) => words.test(text));
    if (sentence !== undefined) return { variant, sentence };
  }
  return null;
}

function found(
  kind: EventKind,
  item: ItemText,
  match: VariantMatch | null,
  rest: Partial<FoundEvent> = {},
): FoundEvent[] {
  const sentence = match?.sentence ?? firstSentence(item);
  if (sentence === null) return [];
  return [
    {
      kind,
      variant: match?.variant ?? null,
      eventDate: dayOf(sentence.text),
      evidence: [quoted(item, sentence)],
      ...rest,
    },
  ];
}

/** Reads item 1.03, before 2004 item 3. */
export function readBankruptcy(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const match = firstOf(item, [
    [
      'plan_effective',
      /\b(?:plan (?:of reorganization )?(?:became|becoming) effective|effective date of (?:the|its) plan (?:occurred|was)|emerged from (?:chapter 11|bankruptcy)|consummated (?:the|its) plan)\b/i,
    ],
    [
      'plan_confirmed',
      /\b(?:entered (?:an|its) order confirming|confirm(?:ed|ing) (?:the|its) (?:[\w’' -]{0,60})?plan|confirmation order)\b/i,
    ],
    [
      'dismissed',
      /\b(?:dismiss(?:ed|ing) (?:the|its|their) (?:chapter|bankruptcy|involuntary|case)|order dismissing)\b/i,
    ],
    ['ch7', /\bchapter 7\b/i],
    ['ch11', /\bchapter 11\b/i],
    [
      'receivership',
      /\b(?:receiver(?:ship)?|conservator(?:ship)?|administrat(?:or|ion)|liquidator|trustee in bankruptcy)\b/i,
    ],
  ]);
  const court =
    /\b(?:United States |U\.S\. )?Bankruptcy Court for the (?:[A-Z][a-z]+ )?District of [A-Z][a-z]+(?: [A-Z][a-z]+)?|\bSupreme Court of [A-Z]\w+|\bHigh Court of [A-Z]\w+/.exec(
      item.text,
    )?.[0];
  const caseNumber = /\bCase No(?:s)?\.? ?([\w:-]{5,24})/i.exec(item.text)?.[1];
  const isOver = match?.variant === 'dismissed' || match?.variant === 'plan_effective';
  return found('bankruptcy', item, match, {
    isResolving: isOver,
    fields: { ...(court === undefined ? {} : { court }), ...(caseNumber === undefined ? {} : { caseNumber }) },
  });
}

/** Reads item 2.04. */
export function readDefault(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const match = firstOf(item, [
    [
      'waived',
      /\b(?:waive[ds]|waiver|forbear(?:ance|s)?)\b[^.]{0,120}\b(?:default|breach|acceleration|remedies)|\bforbearance agreement\b/i,
    ],
    ['cross_default', /\bcross[- ]default/i],
    [
      'acceleration',
      /\b(?:accelerat(?:ed|ion|es|ing)|immediately due and payable|automatically (?:accelerated|became due))\b/i,
    ],
    ['default', /\b(?:events? of default|default(?:ed)?|fail(?:ed|ure) to (?:make|pay))\b/i],
  ]);
  const amount = readMoney(item.text).find(money => money.amount >= 100_000);
  return found('payment_default', item, match, {
    isResolving: match?.variant === 'waived',
    fields: amount === undefined ? {} : { amount: amount.amount, currency: amount.currency },
  });
}

/** Reads item 2.05. */
export function readExitPlan(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const match =
    firstOf(item, [
      [
        'layoffs',
        /\b(?:workforce|headcount|employees|positions|layoffs?|staff|personnel)\b[^.]{0,120}\b(?:reduc\w+|eliminat\w+|terminat\w+|affected|cut|impact\w+)|\b(?:reduc\w+|eliminat\w+|terminat\w+)\b[^.]{0,80}\b(?:workforce|headcount|employees|positions|staff|personnel)\b|\breduction in force\b/i,
      ],
    ]) ?? null;
  const sentence = match?.sentence ?? firstSentence(item);
  const charge = chargeIn(item);
  return found('restructuring', item, match ?? (sentence === null ? null : { variant: 'exit_plan', sentence }), {
    fields: charge,
  });
}

/** Reads item 2.06. */
export function readImpairment(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const sentence = item.sentences.find(candidate => /\bimpair/i.test(candidate.text)) ?? firstSentence(item);
  return found('restructuring', item, sentence === null ? null : { variant: 'impairment', sentence }, {
    fields: chargeIn(item),
  });
}

function chargeIn({ text }: ItemText) {
  for (const one of readMoney(text)) {
    const near = text.slice(Math.max(0, one.start - 160), one.end + 60);
    if (/\b(?:charges?|costs?|expenses?|impairment|write-?(?:down|off))\b/i.test(near))
      return { amount: one.amount, currency: one.currency };
  }
  return {};
}

/** Reads item 4.02: non-reliance on earlier statements, and the restatement if the item states one. */
export function readNonReliance(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const relied = /\b(?:no longer|not|cannot)\b[^.]{0,60}\breli(?:ed|ance)\b|\bnon-?reliance\b/i;
  const sentence = item.sentences.find(candidate => relied.test(candidate.text)) ?? firstSentence(item);
  if (sentence === null) return [];
  const byAuditor =
    /\b(?:advised|notified|informed) (?:by|that)\b[^.]{0,40}\b(?:independent|auditors?|accounting firm|LLP)\b/i.test(
      item.text,
    ) &&
    /^(?:[^.]{0,200})\b(?:received|was (?:advised|notified|informed) by)\b[^.]{0,200}\b(?:auditors?|accounting firm|accountants?|LLP)\b/i.test(
      item.text,
    );
  const affectedPeriods = periodsIn(
    item.sentences.flatMap(({ text }) => (relied.test(text) || /\brestate/i.test(text) ? [text] : [])).join(' '),
  );
  const fields = affectedPeriods.length === 0 ? {} : { affectedPeriods };
  const eventDate = dayOf(firstSentence(item)?.text ?? '');
  const events: FoundEvent[] = [
    {
      kind: 'non_reliance',
      variant: byAuditor ? 'b_auditor' : 'a_company',
      eventDate,
      fields,
      evidence: [quoted(item, sentence)],
    },
  ];
  const restated = item.sentences.find(
    candidate =>
      /\b(?:restate(?:d|ment)?s?|restating)\b/i.test(candidate.text) &&
      !/\bamended and restated\b|\bnot (?:result in|require) a restatement\b|\bno restatement\b/i.test(candidate.text),
  );
  if (restated !== undefined) {
    events.push({ kind: 'restatement', variant: 'big_r', eventDate, fields, evidence: [quoted(item, restated)] });
  }
  return events;
}

/** Returns the last days of the named periods: `the quarters ended March 31 and June 30, 2004`. */
function periodsIn(text: string): string[] {
  const days = [
    ...text.matchAll(
      /\b(?:years?|quarters?|quarterly periods?|periods?|months|fiscal years?|interim periods?) (?:ended|ending)\b([^.;]{0,160})/gi,
    ),
  ].flatMap(([, dates = '']) => readStatedDates(dates).flatMap(({ first, last }) => (first === last ? [first] : [])));
  return [...new Set(days)].sort();
}

/** Reads item 5.01, before 2004 item 1. */
export function readControlChange(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const match = firstOf(item, [
    ['merger', /\b(?:Merger|merger|merged with and into|business combination|wholly[- ]owned subsidiary of)\b/],
    ['purchase', /\b(?:purchase[ds]?|acquired|sold|issued|stock purchase|share purchase)\b/i],
    ['board', /\b(?:majority of the (?:board|directors)|resigned (?:as|from)|board of directors)\b/i],
  ]);
  return found('control_change', item, match);
}

/** Reads item 5.06. */
export function readShellEnd(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const sentence = firstSentence(item);
  return found('control_change', item, sentence === null ? null : { variant: 'shell_ended', sentence });
}

/** Reads item 1.05. */
export function readIncident(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const sentence =
    item.sentences.find(candidate =>
      /\b(?:cyber|unauthori[sz]ed|ransomware|incident|threat actor)/i.test(candidate.text),
    ) ?? firstSentence(item);
  return found('cybersecurity_incident', item, sentence === null ? null : { variant: 'material', sentence });
}

/** Reads item 1.04. */
export function readMineOrder(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const sentence = firstSentence(item);
  return found('regulatory_action', item, sentence === null ? null : { variant: 'ordered', sentence }, {
    fields: { authority: 'Mine Safety and Health Administration' },
  });
}

const NEW_NAME =
  /\b(?:chang(?:e|ed|ing) (?:(?:its|the|our) (?:corporate |legal )?(?:name|corporate name)|the name of the (?:Company|Registrant|Corporation))|name change|change of (?:its |the |our )?(?:corporate )?name)\b/i;

/** Reads item 5.03: a name change. */
export function readNameChange(item: ItemText): FoundEvent[] {
  const sentence = item.sentences.find(
    candidate =>
      NEW_NAME.test(candidate.text) &&
      /\b(?:to|from) [“"A-Z]/.test(candidate.text) &&
      !/\b(?:proposal|will vote|subsidiary|subsidiaries|plan)\b/i.test(candidate.text),
  );
  return sentence === undefined
    ? []
    : found('name_change', item, null, {
        variant: null,
        eventDate: dayOf(sentence.text),
        evidence: [quoted(item, sentence)],
      });
}
