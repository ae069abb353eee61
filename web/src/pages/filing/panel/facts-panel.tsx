import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { conceptLabel, exactValue, type Fact, formatPeriod } from '../facts.ts';
import css from './panel.module.css';

const MAX_SHOWN = 200;

interface FactsPanelProps {
  facts: readonly Fact[];
  chosen: string | undefined;
  onChoose: (fact: Fact) => void;
}

/** All tagged facts of the filing, searchable by concept or value. */
export function FactsPanel({ facts, chosen, onChoose }: FactsPanelProps) {
  const [words, setWords] = useState('');
  const shown = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return facts;
    return facts.filter(fact =>
      `${fact.concept} ${conceptLabel(fact.concept)} ${exactValue(fact)}`.toLowerCase().includes(wanted),
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
        {formatCount(shown.length)} facts{shown.length > MAX_SHOWN && `, showing the first ${MAX_SHOWN}`}
      </p>
      <ul className={css.facts}>
        {shown.slice(0, MAX_SHOWN).map(fact => (
          <li key={`${fact.document} ${fact.element_id} ${fact.char_start}`}>
            <button type="button" aria-pressed={fact.element_id === chosen} onClick={() => onChoose(fact)}>
              <span>{conceptLabel(fact.concept)}</span>
              <b>{exactValue(fact).slice(0, 60)}</b>
              <small className="quiet">
                {formatPeriod(fact)} {fact.unit}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
