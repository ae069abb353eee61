import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { conceptWords, exactValue, type Fact, periodWords } from '../facts.ts';
import css from './panel.module.css';

const MOST_SHOWN = 200;

interface FactsPanelProps {
  facts: readonly Fact[];
  chosen: string | undefined;
  onChoose: (fact: Fact) => void;
}

/** Every fact that the filing tags, by concept or value. */
export function FactsPanel({ facts, chosen, onChoose }: FactsPanelProps) {
  const [words, setWords] = useState('');
  const shown = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return facts;
    return facts.filter(fact =>
      `${fact.concept} ${conceptWords(fact.concept)} ${exactValue(fact)}`.toLowerCase().includes(wanted),
    );
  }, [facts, words]);
  return (
    <>
      <div className={css.pick}>
        <input
          className="field"
          type="search"
          aria-label="Concept or value"
          placeholder="Concept or value"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      </div>
      <p className={css.count}>
        {formatCount(shown.length)} facts{shown.length > MOST_SHOWN && `, the first ${MOST_SHOWN} are listed`}
      </p>
      <ul className={css.facts}>
        {shown.slice(0, MOST_SHOWN).map(fact => (
          <li key={`${fact.document} ${fact.element_id} ${fact.char_start}`}>
            <button type="button" aria-pressed={fact.element_id === chosen} onClick={() => onChoose(fact)}>
              <span>{conceptWords(fact.concept)}</span>
              <b>{exactValue(fact).slice(0, 60)}</b>
              <small className="quiet">
                {periodWords(fact)} {fact.unit}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
