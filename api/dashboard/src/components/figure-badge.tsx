import { Badge, Tooltip } from '@mantine/core';
import classes from './figure-badge.module.css';

/**
 * A badge beside a figure: how complete and how current it is, such as `Partial, up to 29 Aug 2025`. It wraps on a narrow card
 * and is never cut. An unknown figure has a reason instead of a badge.
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
