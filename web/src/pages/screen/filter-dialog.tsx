import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';
import { isPercent, type LineItem } from '../../format/line-items.ts';
import { describeNumber, parseNumber, serialiseNumber } from '../../format/parse-number.ts';
import { COMPARISONS, type Comparison, type Filter } from './criteria.ts';
import css from './dialogs.module.css';
import { ItemPicker } from './item-picker.tsx';
import { definitionOf, MEASURES } from './measures.ts';

interface FilterDialogProps {
  /** The filter to edit; null for a new one. */
  filter: Filter | null;
  onDone: (filter: Filter) => void;
  onClose: () => void;
}

/** Edits a filter: line item, comparison, number. */
export function FilterDialog({ filter, onDone, onClose }: FilterDialogProps) {
  const [item, setItem] = useState(filter?.item ?? null);
  const [comparison, setComparison] = useState<Comparison>(filter?.comparison ?? 'gte');
  const [typed, setTyped] = useState(
    filter ? describeNumber(filter.value, { isPercent: isPercent(filter.item) }).replace('−', '-') : '',
  );
  const value = item && parseNumber(typed, { isPercent: isPercent(item) });
  const isTooLong = value !== null && !/^-?\d{1,18}(\.\d{1,9})?(e\d{1,2})?$/.test(serialiseNumber(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (item && value && !isTooLong) onDone({ item, comparison, value });
  };
  return (
    <Dialog title={filter ? 'Edit filter' : 'Add filter'} place="middle" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <div className={css.sentence}>
          <ItemPicker label="Line item" items={MEASURES} chosen={item} onPick={setItem} />
          <select
            className="field"
            aria-label="Comparison"
            value={comparison}
            onChange={event =>
              setComparison(COMPARISONS.find(entry => entry.value === event.target.value)?.value ?? 'gte')
            }
          >
            {COMPARISONS.map(({ value: entry, words }) => (
              <option key={entry} value={entry}>
                {words}
              </option>
            ))}
          </select>
          <input
            className="field"
            aria-label="Number"
            placeholder={item && isPercent(item) ? '30%' : '400 M'}
            autoComplete="off"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </div>
        <p className={css.reading} role="status">
          {readingOf(item, comparison, typed, value, isTooLong)}
        </p>
        {item && <p className={css.definition}>{definitionOf(item)}</p>}
        <div className="row">
          <button type="submit" className="button primary" disabled={value === null || isTooLong}>
            {filter ? 'Change' : 'Add'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function readingOf(
  item: LineItem | null,
  comparison: Comparison,
  typed: string,
  value: Filter['value'] | null,
  isTooLong: boolean,
): string {
  if (!item) return 'Choose a line item, then a number.';
  if (typed.trim() === '') {
    return isPercent(item) ? 'A percentage such as 30.' : 'A number: 400 M, 1.2 bn, 3,000, −5.';
  }
  if (value === null) return `“${typed}” is not a valid number. Examples: 400 M, 1.2 bn, 3,000, −5.`;
  if (isTooLong) return 'This number has too many digits.';
  return `${describeFilter({ item, comparison, value })}${item.unit_kind === 'currency' ? ', in the table’s currency' : ''}.`;
}

/** `Revenue is at least 400 m`. */
export function describeFilter({ item, comparison, value }: Filter): string {
  const words = COMPARISONS.find(entry => entry.value === comparison)?.words ?? comparison;
  return `${item.label} ${words} ${describeNumber(value, { isPercent: isPercent(item) })}`;
}
