/** A long list: heading, export, filters, the table page by page, and what stands there while it is empty. */
import { Button, Group } from '@mantine/core';
import { IconDownload, IconFileImport, IconPlus } from '../icons.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Page } from '../api/types.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Heading } from './heading.tsx';
import { Empty, Loaded } from './notices.tsx';
import { Pager } from './pager.tsx';

interface ListPageProps<Row, Sort extends string> extends Omit<
  DataTableProps<Row, Sort>,
  'caption' | 'rows'
> {
  /** What is listed, in the plural. */
  title: string;
  about: string;
  query: UseQueryResult<Page<Row>, Error>;
  filters: ReactNode;
  isFiltered: boolean;
  /** Address of the list as CSV. */
  file: string;
  icon: ReactNode;
  /** How the first ones get here, in a sentence. */
  beginning: string;
  onAdd: () => void;
  onPage: (page: number) => void;
}

export function ListPage<Row, Sort extends string = never>({
  title,
  about,
  query,
  filters,
  isFiltered,
  file,
  icon,
  beginning,
  onAdd,
  onPage,
  ...table
}: ListPageProps<Row, Sort>) {
  const noun = title.toLowerCase();
  return (
    <>
      <Heading
        title={title}
        actions={
          <>
            <Button
              variant="default"
              component="a"
              href={file}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              CSV
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
              Add
            </Button>
          </>
        }
      >
        {about}
      </Heading>
      <Group mb="sm" gap="xs">
        {filters}
      </Group>
      <Loaded query={query}>
        {({ items, page, page_size, total }) => {
          if (total === 0 && isFiltered)
            return (
              <Empty icon={icon} title="Nothing matches">
                Clear the search or the filters to see the other {noun}.
              </Empty>
            );
          if (total === 0)
            return (
              <Empty icon={icon} title={`No ${noun} yet`} actions={<FirstSteps onAdd={onAdd} />}>
                {beginning}
              </Empty>
            );
          return (
            <div className="panel">
              <DataTable caption={title} rows={items} {...table} />
              <Pager page={page} pageSize={page_size} total={total} noun={noun} onPage={onPage} />
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function FirstSteps({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
        Import a tradebook
      </Button>
      <Button variant="default" onClick={onAdd}>
        Add one manually
      </Button>
    </>
  );
}
