import { Badge, Tooltip } from '@mantine/core';
import classes from './figure-badge.module.css';

/**
 * How sure a figure is, beside it: `Partial, up to 29 Aug 2025`. It wraps on a narrow card and is never cut. An unknown figure
 * has no badge: its reason stands alone.
 */
export function FigureBadge({
  label,
  meaning,
  color = 'orange',
}: {
  label: string;
  /** The same in full sentences, on hover, focus and touch. */
  meaning: string;
  color?: string;
}) {
  return (
    <Tooltip label={meaning}>
      <Badge
        size="sm"
        variant="light"
        color={color}
        tabIndex={0}
        classNames={{ root: classes['badge'] ?? '', label: classes['label'] ?? '' }}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}
