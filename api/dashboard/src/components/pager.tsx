import { Group, Pagination, Text } from '@mantine/core';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** What is counted, in the plural, which ends in s: `orders`, `policies`. */
  noun: string;
  onPage: (page: number) => void;
}

/** Where one is in a long list, and the way to the other pages. */
export function Pager({ page, pageSize, total, noun, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  return (
    <Group justify="space-between" p="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {pages > 1 && `${from}–${Math.min(page * pageSize, total)} of `}
        {total.toLocaleString('en-IN')}{' '}
        {total === 1
          ? noun
              .replace(/ies$/, 'ys')
              .replace(/(?<=ss|x|ch|sh)es$/, 's')
              .slice(0, -1)
          : noun}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Group>
  );
}
