/** A column by its title: left-aligned; right-aligned figures; or buttons, whose title only screen readers read. */
type Column = string | { figures: string } | { actions: string };

export interface TableHeadProps {
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
