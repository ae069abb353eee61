import type { ReactNode, Ref } from 'react';
import { TableHead, type TableHeadProps } from './table-head.tsx';

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
