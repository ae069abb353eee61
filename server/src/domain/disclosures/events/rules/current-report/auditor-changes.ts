import type { FoundEvent } from '../event-kinds.ts';
import { dayOf, firstSentence, type ItemText, isEmptyItem, quoted } from './item-text.ts';

const AUDITOR =
  '(?:independent |registered |public |certified |certifying |principal |accounting )*(?:accountants?|accounting firm|auditors?)';

/** Variants of a departure in matching order. */
const DEPARTURES: readonly [variant: string, words: RegExp][] = [
  [
    'declined',
    /\b(?:declin(?:ed|es) to stand|would not stand|not (?:to )?stand|will not stand|decision not to stand|not (?:be )?standing) for re-?(?:appointment|election|engagement)\b/i,
  ],
  ['resigned', /\b(?:resign(?:ed|s|ing)|resignation|tendered (?:its|their|his) resignation|withdr[ae]w(?:n)? as)\b/i],
  [
    'merged',
    /\b(?:combined (?:its|their) practices?|merged (?:with|into)|merger of|acquired (?:by|certain assets of)|combination of)\b[^.]{0,160}\b(?:practice|firm|LLP|LLC|P\.?C\.?|PLLC|CPAs?)\b/i,
  ],
  [
    'dismissed',
    /\b(?:dismiss(?:ed|al|es|ing)?|terminat(?:ed|ion|ing)|replac(?:ed|ing)|discontinu\w+|decided not to (?:renew|retain|reappoint|engage)|did not (?:renew|reappoint|re-engage)|no longer (?:be )?(?:engaged|retained)|notified [^.]{0,80}that (?:it|they) (?:would|had been))\b/i,
  ],
];
const ENGAGED =
  /\b(?:engag(?:ed|ement of|es|ing)|appoint(?:ed|ment of|s)|retain(?:ed|s)|select(?:ed|ion of)|approved the (?:engagement|appointment|selection))\b/i;
const NO_DISAGREEMENT =
  /\b(?:no|not (?:had |have )?(?:any )?|never (?:been )?(?:any )?|neither)\b[^.;]{0,60}\bdisagreements?\b/i;
const EXCEPTED =
  /\bdisagreements?\b[^.]{0,500}\bexcept(?: (?:for|as|that))?\b(?! for the (?:reportable|matters? described))/i;
const DISAGREED = /\b(?:had|were|was|following|a|the following) disagreements?\b|\bdisagreed with\b/i;
const FIRM =
  /\b(?:\p{Lu}[\p{L}.&'’-]*,? (?:(?:&|and|of) )?){1,5}?(?:LLP|L\.L\.P\.?|LLC|PLLC|P\.C\.|PC|P\.A\.|PA|CPAs?|C\.P\.A\.(?:’s)?|PLC|Ltd\.?|AG|S\.A\.|Limited|& Co\.?|& Company|Accountants)(?![\p{L}])/gu;
const BIG_FIRM =
  /\b(?:Ernst & Young|Deloitte(?: & Touche| Touche)?|PricewaterhouseCoopers|Price Waterhouse|Coopers & Lybrand|KPMG(?: Peat Marwick)?|Arthur Andersen|Grant Thornton|BDO(?: Seidman| USA)?|RSM(?: US)?|McGladrey(?: & Pullen)?|Crowe(?: Horwath)?|Marcum|Moss Adams|Baker Tilly)(?: (?:LLP|LLC|AG|P\.?C\.?))?/g;

/** Reads the auditor change of item 4.01 (4 before 2004). The item implies a change; its sentences state the variant. */
export function readAuditorChange(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const departure = item.sentences
    .map(sentence => ({ sentence, variant: departureIn(sentence.text) }))
    .find(candidate => candidate.variant !== null);
  const engagement = item.sentences.find(candidate => ENGAGED.test(candidate.text) && isOfAuditors(candidate.text));
  const sentence = departure?.sentence ?? engagement ?? firstSentence(item);
  if (sentence === null) return [];
  const variant = departure?.variant ?? (engagement === undefined ? null : 'engaged');
  const disagreement = readDisagreement(item.text);
  const former = departure === undefined ? null : firmBehindDeparture(departure.sentence.text);
  const auditor = newAuditor(item, former);
  return [
    {
      kind: 'auditor_change',
      variant,
      ...(disagreement === true || variant === 'resigned' ? { salience: 'notable' as const } : {}),
      eventDate: dayOf(sentence.text),
      fields: {
        ...(auditor === null ? {} : { auditor }),
        ...(former === null ? {} : { formerAuditor: former }),
        ...(disagreement === null ? {} : { disagreement }),
      },
      evidence: [quoted(item, sentence)],
    },
  ];
}

function departureIn(text: string): string | null {
  if (
    !isOfAuditors(text) ||
    /^(?:During|In connection with (?:the|its|our) audits?|The reports? of|None of|There were no|A copy|The Company (?:has )?(?:provided|requested|furnished))/i.test(
      text,
    )
  )
    return null;
  return DEPARTURES.find(([, words]) => words.test(text))?.[0] ?? null;
}

function isOfAuditors(text: string): boolean {
  return new RegExp(AUDITOR, 'i').test(text) || firmsIn(text).length > 0;
}

function firmsIn(text: string): { name: string; start: number }[] {
  const found = [...text.matchAll(BIG_FIRM), ...text.matchAll(FIRM)].map(({ index, 0: name }) => ({
    name: name.replace(/^(?:On|The|By|In|And|That|Of|As|Board|Company|Committee|Directors)(?: the)? /, '').trim(),
    start: index,
  }));
  return found
    .filter(
      item =>
        !/\b(?:Company|Committee|Board|Corporation|Registrant)\b(?! LLP)/.test(item.name) || /LLP/.test(item.name),
    )
    .sort((a, b) => a.start - b.start);
}

function firmBehindDeparture(text: string): string | null {
  return firmsIn(text)[0]?.name ?? null;
}

function newAuditor({ sentences }: ItemText, former: string | null): string | null {
  for (const { text } of sentences) {
    const engaged = ENGAGED.exec(text);
    if (engaged === null) continue;
    const firm = firmsIn(text).find(
      ({ name, start }) => start > engaged.index && (former === null || name.split(' ')[0] !== former.split(' ')[0]),
    );
    if (firm !== undefined && !/\b(?:not|neither|nor)\b[^.]{0,80}\bconsult/i.test(text)) return firm.name;
  }
  return null;
}

/** Returns null if the item does not mention disagreements. */
function readDisagreement(text: string): boolean | null {
  const sentences = text.split(/(?<=\.)\s+(?=[A-Z(])/).filter(part => /\bdisagree/i.test(part));
  if (sentences.length === 0) return null;
  const first = sentences[0] ?? '';
  if (EXCEPTED.test(first) && !/reportable events?/i.test(first)) return true;
  if (NO_DISAGREEMENT.test(first)) return false;
  return DISAGREED.test(first) ? true : null;
}
