import type { ReactNode, Ref } from 'react';

/** A column by its title; `figures` marks a right-aligned column of figures. */
type Column = string | { figures: string };

/** A table in a card; `false` omits a column. */
export function CardTable({
  columns,
  ref,
  children,
}: {
  columns: readonly (Column | false)[];
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  return (
    <div className="card scroll" ref={ref}>
      <table className="plain-table">
        <thead>
          <tr>{columns.map(column => column !== false && <Heading key={titleOf(column)} column={column} />)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Heading({ column }: { column: Column }) {
  return (
    <th scope="col" className={typeof column === 'string' ? undefined : 'right'}>
      {titleOf(column)}
    </th>
  );
}

function titleOf(column: Column): string {
  return typeof column === 'string' ? column : column.figures;
}
