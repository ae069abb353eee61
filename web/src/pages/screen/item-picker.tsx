import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { LineItem } from '../../format/line-items.ts';
import css from './dialogs.module.css';
import { definitionOf } from './measures.ts';

const SHOWN = 8;

interface ItemPickerProps {
  label: string;
  items: readonly LineItem[];
  chosen: LineItem | null;
  onPick: (item: LineItem) => void;
}

/** A combobox of line items: ↓ ↑ move, Enter selects. */
export function ItemPicker({ label, items, chosen, onPick }: ItemPickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = text !== null;
  const found = isOpen ? findItems(items, text).slice(0, SHOWN) : [];
  const pick = (item: LineItem | undefined) => {
    if (!item) return;
    setText(null);
    onPick(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !isOpen) setText('');
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % Math.max(1, found.length));
    else if (event.key === 'Enter') pick(found[active]);
    else if (event.key === 'Escape') setText(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <input
        ref={field}
        className={`field ${css.entry}`}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${id}${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Revenue, margin, cash …"
        value={text ?? chosen?.label ?? ''}
        onChange={event => {
          setText(event.target.value);
          setActive(0);
        }}
        onFocus={event => event.target.select()}
        onBlur={() => setText(null)}
        onClick={() => setText(text ?? '')}
        onKeyDown={onKeyDown}
      />
      {/* Pressing the pointer must not blur the field before the click. */}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={label}
        className={css.options}
        hidden={!isOpen}
        onPointerDown={event => event.preventDefault()}
      >
        {found.map((item, index) => (
          <button
            type="button"
            key={item.code}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={css.option}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(item)}
          >
            <b>{item.label}</b>
            <small>{STATEMENT_LABELS[item.statement_type]}</small>
          </button>
        ))}
        {isOpen && found.length === 0 && <p className={css.none}>No matching line item.</p>}
      </div>
    </div>
  );
}

export const STATEMENT_LABELS: Record<LineItem['statement_type'], string> = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cashflow: 'Cash flow',
  shares: 'Shares',
  ratio: 'Ratios',
};

/** Items whose label, code or definition contains every typed word; labels that start with the text come first. */
function findItems(items: readonly LineItem[], typed: string): readonly LineItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const rankOf = (item: LineItem): number => {
    const name = item.label.toLowerCase();
    if (words.length === 0 || name.startsWith(words.join(' '))) return 0;
    if (words.every(word => name.includes(word) || item.code.includes(word))) return 1;
    return words.every(word => `${name} ${definitionOf(item).toLowerCase()}`.includes(word)) ? 2 : 3;
  };
  return items
    .map(item => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
