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
  one => one.registry,
);

function rule(kind: string, variant: string): Rule {
  return { kind: readKind(kind), variant: readVariant(kind, variant) };
}

/** Forms whose items say what happened. */
const ITEMISED = /^(?:8-K|8-K12B|8-K12G3|8-K15D5)(?:\/A)?$/;

/**
 * What a filing evidences by what lists of filings say of it: its form, its items, its title. The tables say which; a form or
 * an item that stands for several kinds is in none of them and waits for its words.
 */
export function readListedEvents(filing: Filing): FiledEvent[] {
  const { registry } = filing;
  const form = filing.formType.replace(/\/A$/, '');
  const byForm = FORMS.get(`${registry} ${form}`);
  if (byForm !== undefined) return isAgain(filing, byForm) ? [] : [ofForm(filing, form, byForm)];
  const byItem = registry !== 'sec-edgar' || ITEMISED.test(filing.formType) ? filing.itemCodes : [];
  const events = byItem.flatMap(item => {
    const found = ITEMS.get(`${registry} ${item}`);
    return found === undefined ? [] : [toFiledEvent({ ...found, evidence: [NO_WORDS] }, item)];
  });
  return events.length > 0 ? events : byTitle(filing);
}

/** An amendment of a form tells of the event of its original; only a period says which one that is. */
function isAgain({ formType, periodEnd }: Filing, { kind }: Rule): boolean {
  return formType.endsWith('/A') && (kind !== 'late_filing_notice' || periodEnd === null);
}

const NO_WORDS = { sectionKey: null, quote: null, charStart: null, charEnd: null };

function ofForm(filing: Filing, form: string, { kind, variant }: Rule): FiledEvent {
  const fields =
    kind === 'late_filing_notice' ? { lateFormType: form.replace(/^NTN? ?/, ''), ...affected(filing) } : {};
  return toFiledEvent({ kind, variant, fields, evidence: [{ ...NO_WORDS, quote: filing.title }] }, null);
}

function affected({ periodEnd }: Filing) {
  return periodEnd === null ? {} : { affectedPeriods: [periodEnd] };
}

/** By the first rule of each kind that the title fits. */
function byTitle({ registry, title, formType }: Filing): FiledEvent[] {
  const words = title ?? formType;
  const kinds = new Map<EventKind, FiledEvent>();
  for (const { kind, variant, trigger, unless } of TITLES.get(registry) ?? []) {
    if (kinds.has(kind) || !trigger.test(words) || unless?.test(words) === true) continue;
    kinds.set(
      kind,
      toFiledEvent(
        { kind, variant, isResolving: ENDS.has(variant ?? ''), evidence: [{ ...NO_WORDS, quote: words }] },
        null,
      ),
    );
  }
  return [...kinds.values()];
}

/** Variants that end what their kind speaks of. */
const ENDS = new Set(['lifted', 'remediated', 'regained', 'resumed', 'stop', 'dismissed', 'closed']);
