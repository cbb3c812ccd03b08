import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Topic } from '../../../../help/topics.ts';
import { HelpLink } from '../../components/help-link.tsx';

interface SectionProps {
  title: string;
  description: ReactNode;
  /** Paragraph of the guides that explains the subject. */
  help?: Topic;
  children: ReactNode;
}

/** One subject of the settings. */
export function Section({ title, description, help, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" className="panel" p={{ base: 'sm', sm: 'md' }} gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {description} {help && <HelpLink topic={help} />}
        </Text>
      </div>
      {children}
    </Stack>
  );
}
