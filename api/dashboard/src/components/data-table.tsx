/** A table that sorts. On a phone a row is two short lines, and the rest of it opens with a tap; a screen reader has the same table in both. */
import { Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronDown } from '../icons.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import classes from './data-table.module.css';
import { PhoneSort } from './phone-sort.tsx';
import type { Column, PhonePlace, Sorting } from './table-column.ts';

export type { Column } from './table-column.ts';

export interface DataTableProps<Row, Sort extends string> {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The names lead to pages of the rows: on a phone a tap anywhere does, and nothing opens below. */
  isLinked?: boolean;
  /** Rows with fields to fill in: on a phone all of a row is there without a tap. */
  staysOpen?: boolean;
  /** Buttons at the end of each row. */
  actions?: (row: Row) => ReactNode;
  sorting?: Sorting<Sort>;
  onSort?: (sorting: Sorting<Sort>) => void;
}

/** So many lines of words a row may have on a phone without a tap. */
const MOST_OPEN = 2;

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type Place = 'name' | 'detail' | PhonePlace;

/** The place of every column, by its key. */
function placesOf<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  staysOpen: boolean,
): Map<string, Place> {
  const isSaid = staysOpen || columns.some(({ phone }) => phone !== undefined);
  const figure = isSaid ? undefined : columns.slice(1).findLast(({ align }) => align === 'end');
  return new Map(
    columns.map((column, at): [string, Place] => [
      column.key,
      at === 0 ? 'name' : column === figure ? 'figure' : (column.phone ?? 'detail'),
    ]),
  );
}

/** No figure stands beside the name, and little is left: a tap would only hide what the row is about. */
function isWordsAlone(places: readonly Place[]): boolean {
  const details = places.filter((place) => place === 'detail').length;
  return details <= MOST_OPEN && details === places.length - 1;
}

export function DataTable<Row, Sort extends string = never>({
  caption,
  columns,
  rows,
  keyOf,
  isLinked = false,
  staysOpen = false,
  actions,
  sorting,
  onSort,
}: DataTableProps<Row, Sort>) {
  const places = placesOf(columns, staysOpen);
  const isOpen = staysOpen || (actions === undefined && isWordsAlone([...places.values()]));
  const opens = !isLinked && !isOpen && (actions !== undefined || [...places.values()].includes('detail'));
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
    <>
      {onSort && sorting && <PhoneSort columns={columns} sorting={sorting} onSort={onSort} />}
      <Table
        className={classes.table}
        role="table"
        verticalSpacing={8}
        highlightOnHover
        aria-label={caption}
        aria-colcount={columns.length + Number(actions !== undefined)}
        data-linked={isLinked || undefined}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column, at) => (
              <Table.Th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-colindex={at + 1}
                className={column.align && classes[column.align]}
                aria-sort={sorting && sorting.sort === column.sort ? ariaSort[sorting.order] : undefined}
              >
                {head(column)}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th
                role="columnheader"
                scope="col"
                aria-colindex={columns.length + 1}
                className={classes.actions}
              >
                <span className="sr-only">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              row={row}
              columns={columns}
              places={places}
              opens={opens}
              staysOpen={isOpen}
              actions={actions}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface RowProps<Row, Sort extends string> {
  row: Row;
  columns: readonly Column<Row, Sort>[];
  places: ReadonlyMap<string, Place>;
  /** Something of it waits for a tap on a phone. */
  opens: boolean;
  staysOpen: boolean;
  actions: ((row: Row) => ReactNode) | undefined;
}

function Row<Row, Sort extends string>({
  row,
  columns,
  places,
  opens,
  staysOpen,
  actions,
}: RowProps<Row, Sort>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Table.Tr role="row" data-open={isOpen || staysOpen || undefined}>
      {columns.map((column, at) => (
        <Table.Td
          key={column.key}
          role="cell"
          aria-colindex={at + 1}
          data-label={column.title}
          data-place={places.get(column.key)}
          className={column.align && classes[column.align]}
        >
          {column.render(row)}
          {at === 0 && opens && (
            <UnstyledButton
              className={classes.toggle}
              aria-label={isOpen ? 'Hide details' : 'Show details'}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconChevronDown size={16} aria-hidden />
            </UnstyledButton>
          )}
        </Table.Td>
      ))}
      {actions && (
        <Table.Td role="cell" aria-colindex={columns.length + 1} className={classes.actions}>
          {actions(row)}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

interface NameCellProps {
  name: string;
  facts: readonly (string | null)[];
  /** What stands below the name on a phone, where that is something else. */
  phoneFacts?: readonly (string | null)[];
  /** The page of the row. */
  to?: string;
  /** Shows the facts behind the name; on a phone below it. */
  isOneLine?: boolean;
}

/** The first cell of a row: its name, and what else tells it from others. */
export function NameCell({ name, facts, phoneFacts, to, isOneLine = false }: NameCellProps) {
  const inOneLine = (words: readonly (string | null)[]) => words.filter(Boolean).join(' · ');
  return (
    <Stack gap={0} className={classes.name} data-one-line={isOneLine || undefined}>
      {to === undefined ? (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ) : (
        <Text size="sm" fw={600} component={Link} to={to} className={classes.link}>
          {name}
        </Text>
      )}
      <Text size="xs" c="dimmed" lineClamp={1} maw={240} className={phoneFacts && classes.wide}>
        {inOneLine(facts)}
      </Text>
      {phoneFacts && (
        <Text size="xs" c="dimmed" lineClamp={1} className={classes.narrow}>
          {inOneLine(phoneFacts)}
        </Text>
      )}
    </Stack>
  );
}
