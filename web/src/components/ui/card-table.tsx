import type { ReactNode, Ref } from 'react';

/** A column by its title: left-aligned; right-aligned figures; or buttons, whose title only screen readers read. */
type Column = string | { figures: string } | { actions: string };

interface TableHeadProps {
  /** `false` omits a column. */
  columns: readonly (Column | false)[];
  className?: string;
}

export function TableHead({ columns, className }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>{columns.map(column => column !== false && <Heading key={titleOf(column)} column={column} />)}</tr>
    </thead>
  );
}

/** A table in a card. */
export function CardTable({
  columns,
  ref,
  children,
}: Pick<TableHeadProps, 'columns'> & { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className="card scroll" ref={ref}>
      <table className="plain-table">
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Heading({ column }: { column: Column }) {
  const isAction = typeof column === 'object' && 'actions' in column;
  return (
    <th scope="col" className={typeof column === 'object' && 'figures' in column ? 'right' : undefined}>
      {isAction ? <span className="visually-hidden">{column.actions}</span> : titleOf(column)}
    </th>
  );
}

function titleOf(column: Column): string {
  if (typeof column === 'string') return column;
  return 'figures' in column ? column.figures : column.actions;
}
