import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface TotalCardProps {
  label: string;
  /** Text under the figure. */
  under?: ReactNode;
  /** Beside the label. */
  badge?: ReactNode;
  /** The figure. */
  children: ReactNode;
}

/** One figure with its name: a card, or on a phone two lines with the figure at the right. */
export function TotalCard({ label, under, badge, children }: TotalCardProps) {
  return (
    <section className="panel total" aria-label={label}>
      <Group gap={6} mih={22}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {badge}
      </Group>
      <div className="total-figure">{children}</div>
      <Text size="xs" c="dimmed" component="div" className="total-under">
        {under}
      </Text>
    </section>
  );
}
