/** A table that sorts, and that becomes a list of cards on a phone without losing its meaning for a screen reader. */
import { Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row, Sort extends string = never> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** What the server calls sorting by this column, where it can. */
  sort?: Sort;
}

export interface Sorting<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

export interface DataTableProps<Row, Sort extends string> {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Buttons at the end of each row. */
  actions?: (row: Row) => ReactNode;
  /** For actions in words: on a phone they stand below the row, where a long name does not run into them. */
  actionsBelow?: boolean;
  sorting?: Sorting<Sort>;
  onSort?: (sorting: Sorting<Sort>) => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function DataTable<Row, Sort extends string = never>({
  caption,
  columns,
  rows,
  keyOf,
  actions,
  actionsBelow = false,
  sorting,
  onSort,
}: DataTableProps<Row, Sort>) {
  const head = ({ title, sort }: Column<Row, Sort>): ReactNode => {
    if (sort === undefined || !onSort) return title;
    const active = sorting?.sort === sort;
    const Icon = !active ? IconArrowsSort : sorting.order === 'asc' ? IconArrowUp : IconArrowDown;
    return (
      <UnstyledButton
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => onSort({ sort, order: active && sorting.order === 'desc' ? 'asc' : 'desc' })}
      >
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    );
  };
  return (
    <Table
      className={classes.table}
      role="table"
      verticalSpacing={8}
      highlightOnHover
      aria-label={caption}
      data-actions={actionsBelow ? 'below' : undefined}
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th
              key={column.key}
              role="columnheader"
              scope="col"
              className={column.align && classes[column.align]}
              aria-sort={sorting && sorting.sort === column.sort ? ariaSort[sorting.order] : undefined}
            >
              {head(column)}
            </Table.Th>
          ))}
          {actions && (
            <Table.Th role="columnheader" scope="col" className={classes.actions}>
              <span className="sr-only">Actions</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} role="row">
            {columns.map((column) => (
              <Table.Td
                key={column.key}
                role="cell"
                data-label={column.title}
                className={column.align && classes[column.align]}
              >
                {column.render(row)}
              </Table.Td>
            ))}
            {actions && (
              <Table.Td role="cell" className={classes.actions}>
                {actions(row)}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The first cell of a row: its name, and what else tells it from others. */
export function NameCell({ name, facts }: { name: string; facts: readonly (string | null)[] }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={1} maw={240}>
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}
