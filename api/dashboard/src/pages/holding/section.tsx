import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** At the right of the title. */
  actions?: ReactNode;
  /** A table brings its own room at the sides. */
  isTable?: boolean;
  children: ReactNode;
}

/** A part of the page of a holding. */
export function Section({ title, actions, isTable = false, children }: SectionProps) {
  return (
    <Box className="panel" component="section" aria-label={title} p={isTable ? 0 : 'md'}>
      <Group justify="space-between" gap="xs" p={isTable ? 'md' : 0} pb={isTable ? 4 : 'xs'}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Box>
  );
}

/** What stands where there is nothing, in a sentence. */
export function Nothing({ children, isTable = false }: { children: ReactNode; isTable?: boolean }) {
  return (
    <Text size="sm" c="dimmed" p={isTable ? 'md' : 0} pt={0}>
      {children}
    </Text>
  );
}
