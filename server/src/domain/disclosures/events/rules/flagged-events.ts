import { readFileSync } from 'node:fs';
import type { RedFlag } from '../../red-flags/model.ts';
import type { EventFieldsByFamily, EventKind, FiledEvent } from '../model.ts';
import { readKind, readTable, readVariant, toFiledEvent } from './event-kinds.ts';

interface FlagRule {
  ruleId: string;
  kind: EventKind;
  variant: string | null;
  /** Where the same words say that it is over. */
  resolved: string | null;
}

/** In their order: of two rules of one kind the first counts. */
const RULES = readTable(readFileSync(new URL('./flags.tsv', import.meta.url), 'utf8')).map(
  ([ruleId = '', kind = '', variant = '', resolved = '']): FlagRule => ({
    ruleId,
    kind: readKind(kind),
    variant: readVariant(kind, variant),
    resolved: readVariant(kind, resolved),
  }),
);

/** Risks that may come; what happened is told in the report, the notes and the item on controls. */
const RISK_FACTORS = /(?:^|\.)item_1a$|^item_3\.d$/;
const OVER = new Set(['alleviated', 'remediated']);

/**
 * The events that an annual report tells by its red flags: doubt about going concern, an opinion that is not clean, weak
 * internal control, a restatement. Only flags judged events, and told elsewhere than among risks.
 */
export function readFlaggedEvents(flags: readonly RedFlag[]): FiledEvent[] {
  const events = new Map<EventKind, FiledEvent>();
  for (const rule of RULES) {
    const flag = flags.find(one => one.ruleId === rule.ruleId && one.judgement === 'event');
    const evidence = flag?.evidence.filter(one => !RISK_FACTORS.test(one.sectionKey ?? '')) ?? [];
    if (flag === undefined || evidence.length === 0 || events.has(rule.kind)) continue;
    const variant = flag.isOpen ? rule.variant : rule.resolved;
    events.set(
      rule.kind,
      toFiledEvent(
        {
          kind: rule.kind,
          variant,
          isResolving: variant !== null && OVER.has(variant),
          eventDate: flag.asOf,
          fields: fieldsOf(rule, flag),
          evidence: evidence.map(({ sectionKey, quote, charStart, charEnd }) => ({
            sectionKey,
            quote,
            charStart,
            charEnd,
          })),
        },
        null,
      ),
    );
  }
  return [...events.values()];
}

function fieldsOf({ kind, variant }: FlagRule, { asOf }: RedFlag) {
  if (kind === 'restatement') return {};
  const audit: Partial<EventFieldsByFamily['audit']> = { fiscalYear: Number(asOf.slice(0, 4)) };
  if (kind === 'audit_opinion' && variant !== null) audit.opinion = variant;
  return audit;
}
