import { useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import type { LineItem } from '../../format/line-items.ts';
import { MAX_COLUMNS } from './criteria.ts';
import css from './dialogs.module.css';
import { ItemPicker, STATEMENT_LABELS } from './item-picker.tsx';
import { MEASURES } from './measures.ts';

interface ColumnsDialogProps {
  chosen: readonly LineItem[];
  onChange: (columns: readonly LineItem[]) => void;
  onClose: () => void;
}

/** Selects and orders the columns. */
export function ColumnsDialog({ chosen, onChange, onClose }: ColumnsDialogProps) {
  const [columns, setColumns] = useState(chosen);
  const change = (next: readonly LineItem[]) => {
    setColumns(next);
    onChange(next);
  };
  const earlier = (at: number) => {
    const [one, other] = [columns[at], columns[at - 1]];
    if (one && other) change([...columns.slice(0, at - 1), one, other, ...columns.slice(at + 1)]);
  };
  const isFull = columns.length >= MAX_COLUMNS;
  return (
    <Dialog title="Columns" place="side" onClose={onClose}>
      <div className={css.form}>
        {isFull ? (
          <p className={css.reading}>A screen can have at most {MAX_COLUMNS} columns.</p>
        ) : (
          <ItemPicker
            label="Add a line item"
            items={MEASURES.filter(item => !columns.includes(item))}
            chosen={null}
            onPick={item => change([...columns, item])}
          />
        )}
        <ol className={css.list}>
          {columns.map((item, at) => (
            <li key={item.code}>
              <span className="grow">
                {item.label} <small className="quiet">{STATEMENT_LABELS[item.statement_type]}</small>
              </span>
              <button
                type="button"
                className="button small"
                aria-label={`${item.label} earlier`}
                disabled={at === 0}
                onClick={() => earlier(at)}
              >
                Earlier
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${item.label}`}
                disabled={columns.length === 1}
                onClick={() => change(columns.filter(other => other !== item))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
        <p className="quiet">New columns are filled when you run the screen again.</p>
      </div>
    </Dialog>
  );
}
