import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import classes from './data-table.module.css';
import type { Column, Sorting } from './table-column.ts';

interface PhoneSortProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
}

/** The order of a list on a phone, where there are no headings to press. */
export function PhoneSort<Row, Sort extends string>({ columns, sorting, onSort }: PhoneSortProps<Row, Sort>) {
  const choices = columns.flatMap(({ sort, title }) =>
    sort === undefined ? [] : [{ value: sort, label: title }],
  );
  const isDown = sorting.order === 'desc';
  return (
    <Group gap="xs" wrap="nowrap" className={classes.order}>
      <NativeSelect
        size="xs"
        aria-label="Sorted by"
        data={choices.map(({ value, label }) => ({ value, label: `Sorted by ${label.toLowerCase()}` }))}
        value={sorting.sort}
        onChange={(event) => {
          const chosen = choices.find(({ value }) => value === event.currentTarget.value);
          if (chosen !== undefined) onSort({ sort: chosen.value, order: sorting.order });
        }}
        flex={1}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={isDown ? 'Largest first: turn around' : 'Smallest first: turn around'}
        onClick={() => onSort({ sort: sorting.sort, order: isDown ? 'asc' : 'desc' })}
      >
        {isDown ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />}
      </ActionIcon>
    </Group>
  );
}
