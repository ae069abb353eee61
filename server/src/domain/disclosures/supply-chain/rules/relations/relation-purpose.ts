import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { isOfClass } from '../../../../../formats/prose/lexicon.ts';
import type { Party } from '../parties.ts';
import { behind, type RelationSentence, SCARCE } from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

/** `depend on X to manufacture`, `for our chips`, or a noun that says what X is. */
export function hasPurpose(sentence: RelationSentence, clause: Clause, party: Party): boolean {
  if (party.role === 'supplier' || /^(?:outsource|subcontract)$/.test(clause.verb.main.lemma)) return true;
  const isFew = party.group !== null && SCARCE.test(party.group.label);
  if (party.role === 'customer' || (party.owners.length === 0 && !isFew)) return false;
  // Companies work together for many purposes: only who makes something is a supplier.
  const wanted = /^(?:partner|work)$/.test(clause.verb.main.lemma) ? WORDS.makes : WORDS.purposes;
  const purposes = sentence.parsed.clauses.filter(
    other =>
      other.form === 'infinitive' &&
      other.start > clause.verb.start &&
      wanted.has(other.verb.main.lemma) &&
      // `using X enhances our ability to build`
      (other.parent === null || other.parent.start <= clause.verb.start),
  );
  const goods = behind(sentence, clause, 'for').some(phrase => isOfClass(phrase, WORDS.goods));
  return purposes.length > 0 || goods;
}
