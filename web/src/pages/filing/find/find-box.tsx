import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../../components/ui/icon.tsx';
import type { FilingHead } from '../sections.ts';
import css from './find-box.module.css';
import { FindInFiling } from './find-in-filing.tsx';
import type { Find } from './use-find.ts';

interface FindBoxProps {
  filing: FilingHead;
  words: string;
  find: Find;
  /** False if parts of the section are not loaded and therefore not searched. */
  isWhole: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChange: (words: string) => void;
  /** Called when the user opens another section. */
  onChoose: () => void;
}

/** Delay after the last keystroke. */
const PAUSE_MS = 150;

/** Finds words in the section: Enter goes to the next match, Shift+Enter to the previous, Esc leaves. */
export function FindBox({ filing, words, find, isWhole, field, onChange, onChoose }: FindBoxProps) {
  // The URL follows the input with a delay; typing never waits for it.
  const [typed, setTyped] = useState(words);
  const [followed, setFollowed] = useState(words);
  if (followed !== words) {
    setFollowed(words);
    setTyped(words);
  }
  useEffect(() => {
    if (typed === words) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words, onChange]);
  return (
    <search className={css.find}>
      <div className={css.box}>
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          aria-label="Find in this section"
          placeholder="Find in this section"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && typed !== words) onChange(typed);
            else if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        {typed === '' ? (
          <kbd>F</kbd>
        ) : (
          <button type="button" className="icon-button" aria-label="Clear" onClick={() => setTyped('')}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {words.trim().length >= 2 && (
        <>
          <p className={css.count} role="status">
            {find.count === 0 ? 'Not found' : `${find.at + 1} of ${find.count}`}
            {isWhole ? '' : ' in loaded parts'}
          </p>
          <FindInFiling filing={filing} words={words} onChoose={onChoose} />
        </>
      )}
    </search>
  );
}
