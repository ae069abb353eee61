import { type ReactNode, type RefObject, useState } from 'react';
import { changesOf, type DiffRow, type Piece } from './diff.ts';
import css from './page.module.css';

interface DiffViewProps {
  rows: readonly DiffRow[];
  isOneColumn: boolean;
  isOnlyChanged: boolean;
  laterTitle: ReactNode;
  earlierTitle: ReactNode;
  root: RefObject<HTMLDivElement | null>;
}

/** Two texts by paragraph: additions are underlined, deletions are struck through. */
export function DiffView({ rows, isOneColumn, isOnlyChanged, laterTitle, earlierTitle, root }: DiffViewProps) {
  let changes = 0;
  const placed = rows.map((row, place) => {
    const firstChange = changes;
    changes += row.isChanged ? changesOf(row) : 0;
    return { row, place, firstChange };
  });
  const groups = isOnlyChanged ? foldSame(placed) : [{ rows: placed, isSame: false }];
  return (
    <div ref={root} className={isOneColumn ? `${css.texts} ${css.one}` : css.texts}>
      <div className={css.titles}>
        <p>{laterTitle}</p>
        <p>{earlierTitle}</p>
      </div>
      {groups.map(group => (
        <Group key={group.rows[0]?.place} {...group} isOneColumn={isOneColumn} />
      ))}
    </div>
  );
}

interface PlacedRow {
  row: DiffRow;
  /** Index among all rows. */
  place: number;
  /** Number of changes before the row. */
  firstChange: number;
}

interface RowGroup {
  rows: readonly PlacedRow[];
  /** Collapsed rows. */
  isSame: boolean;
}

function foldSame(rows: readonly PlacedRow[]): RowGroup[] {
  const groups: RowGroup[] = [];
  let start = 0;
  for (const [at, { row }] of rows.entries()) {
    const isEnd = rows[at + 1]?.row.isChanged !== row.isChanged;
    if (!isEnd) continue;
    groups.push({ rows: rows.slice(start, at + 1), isSame: !row.isChanged });
    start = at + 1;
  }
  return groups;
}

function Group({ rows, isSame, isOneColumn }: RowGroup & { isOneColumn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (isSame && !isOpen) {
    return (
      <button type="button" className={css.same} onClick={() => setOpen(true)}>
        {rows.length === 1 ? 'One unchanged paragraph' : `${rows.length} unchanged paragraphs`}
      </button>
    );
  }
  return rows.map(({ row, place, firstChange }) => (
    <Row key={place} row={row} firstChange={firstChange} isOneColumn={isOneColumn} />
  ));
}

interface RowProps {
  row: DiffRow;
  firstChange: number;
  isOneColumn: boolean;
}

function Row({ row: { later, earlier, isChanged }, firstChange, isOneColumn }: RowProps) {
  if (isOneColumn) {
    const isGone = earlier?.some(({ kind }) => kind === 'removed') ?? false;
    return (
      <div className={css.row}>
        {isChanged && earlier && isGone && (
          <p>
            <Pieces pieces={earlier} firstChange={firstChange} />
          </p>
        )}
        {later && (
          <p>
            <Pieces pieces={later} firstChange={firstChange} />
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={css.row}>
      <p>{later && <Pieces pieces={later} firstChange={firstChange} />}</p>
      <p>{earlier && <Pieces pieces={earlier} firstChange={firstChange} />}</p>
    </div>
  );
}

/** Both sides of a change have the same number, so that navigation treats them as one. */
function Pieces({ pieces, firstChange }: { pieces: readonly Piece[]; firstChange: number }) {
  let at = 0;
  let change = firstChange;
  return pieces.map(({ text, kind }) => {
    const key = at;
    at += text.length;
    if (kind === 'same') return <span key={key}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={key} data-change={change++}>
        {text}
      </Mark>
    );
  });
}
