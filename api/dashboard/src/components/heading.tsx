import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface HeadingProps {
  title: string;
  /** One sentence about the page. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Name of a page, with what can be done on it at the right. */
export function Heading({ title, children, actions }: HeadingProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md">
      <Stack gap={2}>
        <Title order={1} size="h2">
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
