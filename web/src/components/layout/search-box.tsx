import type { FoundEntity } from '@asfiled/client';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { languageOf } from '../../format/language.ts';
import { companyParams, latinName } from '../data/company-params.ts';
import { MarketTag } from '../data/market-tag.tsx';
import { Name } from '../data/name.tsx';
import { Icon } from '../ui/icon.tsx';
import css from './search-box.module.css';

const SUGGEST_AFTER_MS = 120;
const SHOWN = 7;

/** Focuses the search box of the page. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[data-search]')?.select();
}

interface SearchBoxProps {
  isLarge?: boolean;
  /** Called when a result was opened or Esc was pressed. */
  onLeave?: () => void;
  /** Receives the chosen company instead of opening it; full-text search is then not offered. */
  onPick?: (company: FoundEntity) => void;
  placeholder?: string;
}

const PLACEHOLDER = 'Company, ticker, identifier, or words in filings';

/** Suggests companies during typing, with full-text search as the last option: ↓ ↑ move, Enter opens, Tab goes to full-text search, Esc closes. */
export function SearchBox({ isLarge = false, onLeave, onPick, placeholder = PLACEHOLDER }: SearchBoxProps) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const settled = useSettled(typed, SUGGEST_AFTER_MS);
  const query = useApi('searchEntities', { query: settled }, { enabled: settled !== '', keepPrevious: true });
  const companies = typed === '' || !query.data ? [] : hits(query.data);
  const textOption = companies.length;
  const options = textOption + (onPick ? 0 : 1);
  const showsList = isOpen && typed !== '';
  // If Enter is pressed before the suggestions for the typed text arrive, the first of them opens when they do.
  const isFresh = settled === typed && !query.isPlaceholderData && !query.isFetching;
  const [isAwaited, setAwaited] = useState(false);

  const leave = () => {
    setText('');
    setOpen(false);
    input.current?.blur();
    onLeave?.();
  };
  const open = (index: number) => {
    const company = companies[index];
    if (onPick && !company) return;
    leave();
    if (company && onPick) onPick(company);
    else if (company) navigate({ to: '/c/$market/$ticker', params: companyParams(company) });
    else navigate({ to: '/search', search: { q: typed } });
  };
  useEffect(() => {
    if (!isAwaited || !isFresh) return;
    setAwaited(false);
    open(0);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (showsList) setOpen(false);
      else leave();
    } else if (!showsList) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, options));
    else if (event.key === 'ArrowUp') setActive((active + options - 1) % Math.max(1, options));
    else if (event.key === 'Enter' && active === 0 && !isFresh) setAwaited(true);
    else if (event.key === 'Enter') open(active);
    else if (event.key === 'Tab' && !event.shiftKey && !onPick && active !== textOption) setActive(textOption);
    else return;
    event.preventDefault();
  };

  return (
    <search className={isLarge ? `${css.box} ${css.large}` : css.box}>
      <div className={css.field}>
        <Icon name="search" />
        <input
          ref={input}
          data-search={onPick ? undefined : ''}
          type="search"
          role="combobox"
          aria-label={placeholder}
          aria-expanded={showsList}
          aria-controls={`${id}list`}
          aria-activedescendant={showsList ? `${id}${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={event => {
            setText(event.target.value);
            setAwaited(false);
            setActive(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <kbd className="wide">/</kbd>
      </div>
      {/* Pressing the pointer must not blur the field before the click. */}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="Suggestions"
        className={css.list}
        hidden={!showsList}
        onPointerDown={event => event.preventDefault()}
      >
        {query.needsSignIn && <p className={css.note}>Sign in to get suggestions.</p>}
        {query.error && <p className={css.note}>Suggestions are unavailable: the service does not respond.</p>}
        {companies.length > 0 && <p className={`eyebrow ${css.heading}`}>Companies</p>}
        {companies.map((company, index) => (
          <Option
            key={company.canonical_key}
            id={`${id}${index}`}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onOpen={() => open(index)}
          >
            <MarketTag marketId={company.market_id} />
            <span className={css.name}>
              <b>
                <Name text={company.company_name} marketId={company.market_id} />
              </b>{' '}
              <small>{otherName(company, typed)}</small>
            </span>
            <span className={css.ticker}>{company.ticker ?? company.canonical_key}</span>
          </Option>
        ))}
        {companies.length === 0 && query.data && settled === typed && (
          <p className={css.note}>No company has this name, ticker or identifier.</p>
        )}
        {!onPick && (
          <>
            <p className={`eyebrow ${css.heading}`}>In filings</p>
            <Option
              id={`${id}${textOption}`}
              isActive={active === textOption}
              onPoint={() => setActive(textOption)}
              onOpen={() => open(textOption)}
            >
              <Icon name="document" />
              <span className={css.name}>
                Find “<b>{typed}</b>” in the text of filings
              </span>
            </Option>
          </>
        )}
      </div>
    </search>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
  children: React.ReactNode;
}

function Option({ id, isActive, onPoint, onOpen, children }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={css.option}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}

function hits({ entity, entities }: { entity: FoundEntity | null; entities: FoundEntity[] }): FoundEntity[] {
  return entity === null ? [] : [entity, ...entities].slice(0, SHOWN);
}

/** The former name if it is what matched; else the name in Latin script. */
function otherName({ company_name, matched_on, former_names, alternate_names }: FoundEntity, typed: string): string {
  if (matched_on === 'former_name') {
    const wanted = typed.toLowerCase();
    const former =
      former_names.find(previous => previous.company_name.toLowerCase().includes(wanted)) ?? former_names[0];
    return former ? `formerly ${former.company_name}` : '';
  }
  return languageOf(company_name, null) === undefined ? '' : (latinName(alternate_names) ?? '');
}

/** The value after it has not changed for some time. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
