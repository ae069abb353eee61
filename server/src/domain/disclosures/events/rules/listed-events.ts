import { readFileSync } from 'node:fs';
import type { Filing } from '../../../filings/issuers/model/issuer.ts';
import type { EventKind, FiledEvent } from '../model.ts';
import { readKind, readTable, readVariant, toFiledEvent } from './event-kinds.ts';

interface Rule {
  kind: EventKind;
  variant: string | null;
}

interface TitleRule extends Rule {
  registry: string;
  trigger: RegExp;
  unless: RegExp | null;
}

const read = (name: string) => readTable(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'));

const FORMS = new Map(
  read('forms.tsv').map(([registry = '', form = '', kind = '', variant = '']) => [
    `${registry} ${form}`,
    rule(kind, variant),
  ]),
);
const ITEMS = new Map(
  read('items.tsv').map(([registry = '', item = '', kind = '', variant = '']) => [
    `${registry} ${item}`,
    rule(kind, variant),
  ]),
);
const TITLES = Map.groupBy(
  read('titles.tsv').map(
    ([registry = '', kind = '', variant = '', trigger = '', unless = '']): TitleRule => ({
      registry,
      ...rule(kind, variant),
      trigger: new RegExp(trigger, 'iu'),
      unless: unless === '' ? null : new RegExp(unless, 'iu'),
    }),
  ),
  titleRule => titleRule.registry,
);

function rule(kind: string, variant: string): Rule {
  return { kind: readKind(kind), variant: readVariant(kind, variant) };
}

/** Forms whose items determine the events. */
const ITEMISED = /^(?:8-K|8-K12B|8-K12G3|8-K15D5)(?:\/A)?$/;

/**
 * Derives events from the filing list: form, items and title, by the .tsv tables. A form or an item that can mean several
 * kinds is not in the tables; its events are read from the text of the filing.
 */
export function readListedEvents(filing: Filing): FiledEvent[] {
  const { registry } = filing;
  const form = filing.formType.replace(/\/A$/, '');
  const byForm = FORMS.get(`${registry} ${form}`);
  if (byForm !== undefined) return isRepeatedByAmendment(filing, byForm) ? [] : [ofForm(filing, form, byForm)];
  const byItem = registry !== 'sec-edgar' || ITEMISED.test(filing.formType) ? filing.itemCodes : [];
  const events = byItem.flatMap(item => {
    const found = ITEMS.get(`${registry} ${item}`);
    return found === undefined ? [] : [toFiledEvent({ ...found, evidence: [NO_QUOTE] }, item)];
  });
  return events.length > 0 ? events : byTitle(filing);
}

/** An amendment reports the event of its original filing, which only the period identifies. */
function isRepeatedByAmendment({ formType, periodEnd }: Filing, { kind }: Rule): boolean {
  return formType.endsWith('/A') && (kind !== 'late_filing_notice' || periodEnd === null);
}

const NO_QUOTE = { sectionKey: null, quote: null, charStart: null, charEnd: null };

function ofForm(filing: Filing, form: string, { kind, variant }: Rule): FiledEvent {
  const fields =
    kind === 'late_filing_notice' ? { lateFormType: form.replace(/^NTN? ?/, ''), ...affected(filing) } : {};
  return toFiledEvent({ kind, variant, fields, evidence: [{ ...NO_QUOTE, quote: filing.title }] }, null);
}

function affected({ periodEnd }: Filing) {
  return periodEnd === null ? {} : { affectedPeriods: [periodEnd] };
}

/** Titles of announcements that a company makes for another one of its group, by registry. */
const FOR_ANOTHER: ReadonlyMap<string, RegExp> = new Map([
  [
    'mops',
    /代[^，。]{0,8}(?:子|孫|母)公司|^[^，。]{0,10}代(?![理表])[^，。]{1,40}公告|^(?:(?!本公司)[^，。]){0,24}(?:子|孫)公司/u,
  ],
]);

/** Kinds that matter to a group whichever of its companies they happen to. All others concern one company alone. */
const OF_GROUP: ReadonlySet<EventKind> = new Set([
  'acquisition_or_disposal',
  'business_suspension',
  'cybersecurity_incident',
  'litigation',
  'misconduct',
  'payment_default',
  'regulatory_action',
  'restructuring',
]);

/** Registries whose announcements have the day of the announced fact as their period. */
const DATED_BY_PERIOD: ReadonlySet<string> = new Set(['mops']);

/** Applies the first matching title rule of each kind. The group `subject` of a trigger names what the event is about. */
function byTitle({ registry, title, formType, periodEnd }: Filing): FiledEvent[] {
  const words = title ?? formType;
  const isForAnother = FOR_ANOTHER.get(registry)?.test(words) === true;
  const eventDate = DATED_BY_PERIOD.has(registry) ? periodEnd : null;
  const kinds = new Map<EventKind, FiledEvent>();
  for (const { kind, variant, trigger, unless } of TITLES.get(registry) ?? []) {
    if (kinds.has(kind) || (isForAnother && !OF_GROUP.has(kind))) continue;
    const found = trigger.exec(words);
    if (found === null || unless?.test(words) === true) continue;
    const subject = found.groups?.subject ?? '';
    const isResolving = RESOLVING_VARIANTS.has(variant ?? '');
    const evidence = [{ ...NO_QUOTE, quote: words }];
    kinds.set(kind, toFiledEvent({ kind, variant, isResolving, eventDate, subject, evidence }, null));
  }
  return [...kinds.values()];
}

/** Variants that end the matter. */
const RESOLVING_VARIANTS = new Set(['lifted', 'remediated', 'regained', 'resumed', 'stop', 'dismissed', 'closed']);
