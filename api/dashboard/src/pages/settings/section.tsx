import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** One subject of the settings. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" className="panel" p={{ base: 'sm', sm: 'md' }} gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </div>
      {children}
    </Stack>
  );
}
