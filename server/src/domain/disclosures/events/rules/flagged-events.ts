import { readFileSync } from 'node:fs';
import type { RedFlag } from '../../red-flags/model.ts';
import type { EventFieldsByFamily, EventKind, FiledEvent } from '../model.ts';
import { readKind, readTable, readVariant, toFiledEvent } from './event-kinds.ts';

interface FlagRule {
  ruleId: string;
  kind: EventKind;
  variant: string | null;
  /** The variant if the same sentence states that the matter has ended. */
  resolved: string | null;
}

/** In order of precedence: of two rules of one kind the first wins. */
const RULES = readTable(readFileSync(new URL('./flags.tsv', import.meta.url), 'utf8')).map(
  ([ruleId = '', kind = '', variant = '', resolved = '']): FlagRule => ({
    ruleId,
    kind: readKind(kind),
    variant: readVariant(kind, variant),
    resolved: readVariant(kind, resolved),
  }),
);

/** Risk factors describe possible events, so their sentences are no evidence. */
const RISK_FACTORS = /(?:^|\.)item_1a$|^item_3\.d$/;
const ENDED_VARIANTS = new Set(['alleviated', 'remediated']);

/** A filing states each kind once; the doubts of the auditor and of the management are two statements. */
function keyOf({ kind, ruleId }: FlagRule): string {
  return kind === 'going_concern' ? ruleId : kind;
}

/**
 * Derives the events of an annual report from its red flags: going-concern doubt, a modified audit opinion, weak internal
 * control, a restatement. Only flags that are judged events and have evidence outside the risk factors count.
 */
export function readFlaggedEvents(flags: readonly RedFlag[]): FiledEvent[] {
  const events = new Map<string, FiledEvent>();
  for (const rule of RULES) {
    const flag = flags.find(({ ruleId, judgement }) => ruleId === rule.ruleId && judgement === 'event');
    const evidence = flag?.evidence.filter(({ sectionKey }) => !RISK_FACTORS.test(sectionKey ?? '')) ?? [];
    if (flag === undefined || evidence.length === 0 || events.has(keyOf(rule))) continue;
    const variant = flag.isOpen ? rule.variant : rule.resolved;
    events.set(
      keyOf(rule),
      toFiledEvent(
        {
          kind: rule.kind,
          variant,
          isResolving: variant !== null && ENDED_VARIANTS.has(variant),
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
