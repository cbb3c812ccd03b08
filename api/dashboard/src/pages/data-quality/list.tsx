import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';

interface ListProps<Row> {
  caption: string;
  query: UseQueryResult<Page<Row>, Error>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** In the plural. */
  noun: string;
  icon: ReactNode;
  /** What an empty list means. */
  title: string;
  empty: string;
  actions?: (row: Row) => ReactNode;
}

/** One list of the page, page by page; an empty one says what that means. */
export function List<Row>({ caption, query, noun, icon, title, empty, ...table }: ListProps<Row>) {
  const params = useListParams();
  return (
    <Loaded query={query}>
      {({ items, page, page_size, total }) =>
        total === 0 ? (
          <Empty icon={icon} title={title}>
            {empty}
          </Empty>
        ) : (
          <div className="panel">
            <DataTable caption={caption} rows={items} {...table} />
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun={noun}
              onPage={(next) => params.set({ page: next })}
            />
          </div>
        )
      }
    </Loaded>
  );
}
