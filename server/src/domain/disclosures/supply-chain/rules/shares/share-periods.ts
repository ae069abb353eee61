import type { Base } from '../bases.ts';
import type { Party } from '../parties.ts';
import { readPeriods, type Span, statesPeriod } from '../periods.ts';
import type { Quantity } from '../quantities.ts';
import { type ShareSentence, type StatedShare, type Statement, textOf } from './share-sentence.ts';

/** The periods of each statement: its own words, else those that open the sentence, else the next’s, else the last’s. */
export function spansOf(sentence: ShareSentence, statements: readonly Statement[]): (Span[] | null)[] {
  const { calendar } = sentence.context;
  const own = statements.map(({ parts, before }) => {
    const after = { from: parts[0]?.after.from ?? 0, to: parts.at(-1)?.after.to ?? 0 };
    return [textOf(sentence, after), textOf(sentence, before)].find(statesPeriod) ?? null;
  });
  const [first] = statements;
  const opening = first === undefined ? '' : textOf(sentence, { from: 0, to: first.before.to });
  return statements.map((_, place) => {
    const words =
      own[place] ?? (statesPeriod(opening) ? opening : null) ?? own.slice(place + 1).find(value => value !== null);
    if (words !== undefined && words !== null) return readPeriods(words, calendar);
    const last = own.slice(0, place).findLast(value => value !== null);
    const spans = readPeriods(last ?? sentence.quote.replace(/\s+/g, ' '), calendar);
    return last === undefined || spans?.length === 1 ? spans : [calendar.own];
  });
}

/** `17% in 2024 and 16% in each of 2023 and 2022`: each list has the periods that follow it. */
export function assignParts(
  sentence: ShareSentence,
  statement: Statement,
  spans: readonly Span[] | null,
): StatedShare[] {
  const { parts } = statement;
  const words = parts.map(part => textOf(sentence, part.after));
  // `In 2024, Brook accounted for 18% of sales, compared with 15% in 2023`: the first list has the period before it.
  const opening = textOf(sentence, { from: 0, to: statement.before.to });
  const isCompared = parts.length === 2 && !statesPeriod(words[0] ?? '') && statesPeriod(words[1] ?? '');
  if (isCompared) words[0] = statesPeriod(opening) ? opening : '';
  if (parts.length === 1 || (!isCompared && !words.every(statesPeriod)))
    return assign(
      statement,
      parts.flatMap(part => part.quantities),
      spans,
    );
  return parts.flatMap((part, place) =>
    assign(statement, part.quantities, readPeriods(words[place] ?? '', sentence.context.calendar)),
  );
}

/** Assigns each percentage to its owner and period. Lists of different lengths are ambiguous and yield nothing. */
function assign(statement: Statement, quantities: readonly Quantity[], spans: readonly Span[] | null): StatedShare[] {
  const { party, base } = statement;
  if (base === null || party.isUnmarked || spans === null || spans.length === 0) return [];
  const role = roleOf(statement, base);
  const common = { concentrationType: role, thresholdPct: null, of: base.of, narrowed: base.narrowed };
  return pair(party, quantities, spans).flatMap(({ owner, quantity, span, groupSize }) =>
    quantity.bound === 'most' || span === undefined
      ? []
      : [{ ...common, ...owner, groupSize, pct: quantity.pct, isAtLeast: quantity.bound === 'least', span }],
  );
}

/** `39% of receivables (38% at December 31, 2023)`: another period in parentheses. */
export function compared(sentence: ShareSentence, statement: Statement): StatedShare[] {
  const [first] = statement.parts;
  const last = statement.parts.at(-1);
  if (first === undefined || last === undefined) return [];
  const from = sentence.chunks[first.after.from - 1]?.end ?? 0;
  const to = sentence.chunks[last.after.to]?.start ?? sentence.quote.length;
  const [, inside = '', digits = ''] =
    /\((?=[^()]*\b(?:19|20)\d\d)([^()]*?(\d{1,3}(?:\.\d+)?) ?(?:%|per ?cent)[^()]*)\)/i.exec(
      sentence.quote.slice(from, to),
    ) ?? [];
  if (inside === '' || /\p{Lu}\p{Ll}+ \(/u.test(inside)) return [];
  const spans = readPeriods(inside.replace(/\s+/g, ' '), sentence.context.calendar);
  return assign(statement, [{ pct: Number(digits), bound: 'exact' }], spans);
}

function roleOf({ party, isSupplier }: Statement, base: Base): 'customer' | 'supplier' {
  if (party.role === 'customer' && base.of !== 'purchases') return 'customer';
  // Makers can be customers; of revenue, only suppliers, vendors and licensors have another share.
  // `sales to Brook and their suppliers`: names that revenue comes from are customers.
  const isUnnamed = base.of !== 'revenue' || party.owners.every(({ name }) => name === null);
  const isSupplierNoun =
    party.role === 'supplier' && (base.of === 'purchases' || (isUnnamed && SELLERS.test(party.noun ?? '')));
  if (isSupplierNoun || isSupplier || base.isOfSuppliers) return 'supplier';
  return 'customer';
}

/** Without a number, few customers are a concentration, and customers in general are not. */
const FEW = /\b(?:few|limited|small|handful|top|largest|larger|major|principal|key|significant|primary)\b/i;
const SELLERS = /^(?:supplier|vendor|licensor|reinsurer)$/;

interface Paired {
  owner: { name: string | null; label: string };
  groupSize: number | null;
  quantity: Quantity;
  span: Span | undefined;
}

function pair(party: Party, quantities: readonly Quantity[], spans: readonly Span[]): Paired[] {
  const [quantity, ...moreQuantities] = quantities;
  if (quantity === undefined) return [];
  const isSingle = moreQuantities.length === 0;
  if (party.owners.length > 0) {
    const [owner, ...moreOwners] = party.owners;
    if (owner === undefined) return [];
    const groupSize = null;
    if (moreOwners.length === 0) {
      if (quantities.length === spans.length)
        return quantities.map((candidate, place) => ({ owner, groupSize, quantity: candidate, span: spans[place] }));
      return isSingle ? spans.map(span => ({ owner, groupSize, quantity, span })) : [];
    }
    if (quantities.length === party.owners.length && spans.length === 1)
      return party.owners.map((candidate, place) => ({
        owner: candidate,
        groupSize,
        quantity: quantities[place] ?? quantity,
        span: spans[0],
      }));
    // A joint percentage is not the share of any one owner: the relation stays, without a percentage.
    const isOwn = party.isEach || quantity.bound === 'least';
    const shown: Quantity = isOwn ? quantity : { pct: null, bound: 'exact' };
    const isJoint = quantities.length === spans.length && quantities.length !== party.owners.length;
    if (!isSingle && (!isJoint || isOwn)) return [];
    return party.owners
      .filter(candidate => shown.pct !== null || candidate.name !== null)
      .flatMap(candidate => spans.map(span => ({ owner: candidate, groupSize, quantity: shown, span })));
  }
  const { group } = party;
  if (group === null) return [];
  const { size, label } = group;
  if (size !== null && size > 1 && quantities.length === size && spans.length === 1 && !party.isEach)
    return quantities.map((candidate, place) => ({
      owner: { name: null, label: `${label} (${place + 1} of ${size})` },
      groupSize: null,
      quantity: candidate,
      span: spans[0],
    }));
  // A percentage of an uncounted group says nothing of one customer.
  if (size === null && (quantity.pct !== null || !FEW.test(label))) return [];
  const isOfEach = size !== null && size > 1 && (party.isEach || quantity.bound === 'least');
  const owner = { name: null, label: isOfEach ? `${label}, each` : label };
  const groupSize = size !== null && size > 1 && !isOfEach ? size : null;
  if (quantities.length === spans.length)
    return quantities.map((candidate, place) => ({ owner, groupSize, quantity: candidate, span: spans[place] }));
  return isSingle ? spans.map(span => ({ owner, groupSize, quantity, span })) : [];
}
