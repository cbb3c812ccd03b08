import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface HeadingProps {
  title: string;
  /** 2 for a part of a page that has actions of its own. */
  order?: 1 | 2;
  /** One sentence about the page. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Name of a page, or of a part of one, with what can be done on it at the right. */
export function Heading({ title, order = 1, children, actions }: HeadingProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md">
      <Stack gap={2}>
        <Title order={order} size={order === 1 ? 'h2' : 'h3'}>
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm">
            {children}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
