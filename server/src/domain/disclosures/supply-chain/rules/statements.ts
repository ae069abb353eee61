import type { Clause, ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { statusOfClause } from '../../../../formats/prose/status.ts';

/** What a contract obliges to is done: `is required to purchase`, `agreed to supply`. */
const OBLIGES = /^(?:require|oblige|obligate|commit|agree|continue|begin|contract)$/;

/** True if a clause states what is: neither denied nor supposed nor planned. */
export function isStated(clause: Clause, parsed: ParsedSentence): boolean {
  return statusOfClause(clause, parsed) === 'asserted' || isEstimated(clause, parsed);
}

/** {@link isStated}, or agreed in a contract. */
export function isStatedOrAgreed(clause: Clause, parsed: ParsedSentence): boolean {
  if (isStated(clause, parsed)) return true;
  const { parent, form, governor, relation } = clause;
  if (parent === null || !isStated(parent, parsed)) return false;
  const isOfContract = relation === 'complement' && /^(?:provide|require|stipulate)$/.test(parent.verb.main.lemma);
  const isObliged = form === 'infinitive' && OBLIGES.test(governor?.lemma ?? '');
  return (isObliged || isOfContract) && clause.verb.modal === null && !clause.verb.isNegated;
}

/** `is estimated to have represented` */
function isEstimated({ form, governor, parent, verb }: Clause, parsed: ParsedSentence): boolean {
  return (
    form === 'infinitive' &&
    verb.tokens.some(token => token.lower === 'have') &&
    /^(?:estimate|believe)$/.test(governor?.lemma ?? '') &&
    parent !== null &&
    statusOfClause(parent, parsed) === 'asserted'
  );
}
