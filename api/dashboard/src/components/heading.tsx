import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Topic } from '../../../help/topics.ts';
import { PageHelp } from './help-link.tsx';

interface HeadingProps {
  title: string;
  /** 2 for a part of a page that has actions of its own. */
  order?: 1 | 2;
  /** One sentence about the page. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Paragraph of the guides that explains the page. */
  help?: Topic;
}

/** Name of a page, or of a part of one, with what can be done on it at the right. */
export function Heading({ title, order = 1, children, actions, help }: HeadingProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md">
      <Stack gap={2}>
        <Group gap={4} wrap="nowrap">
          <Title order={order} size={order === 1 ? 'h2' : 'h3'}>
            {title}
          </Title>
          {help && <PageHelp topic={help} />}
        </Group>
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
