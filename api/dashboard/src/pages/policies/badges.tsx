import { Badge } from '@mantine/core';
import type { Cycle, Policy } from '../../api/types.ts';
import { BadgeWithMeaning } from '../strategies/badges.tsx';
import { cycleLook, LIVE, PAPER, STATUSES } from './words.ts';

export const ModeBadge = ({ of }: { of: Policy['mode'] }) => (
  <BadgeWithMeaning {...(of === 'PAPER' ? PAPER : LIVE)} isLoud={of === 'LIVE'} />
);

export const StatusBadge = ({ of }: { of: Policy['status'] }) => <BadgeWithMeaning {...STATUSES[of]} />;

export function CycleBadge({ of }: { of: Cycle }) {
  const { label, color } = cycleLook(of);
  return (
    <Badge color={color} variant="light" miw="max-content">
      {label}
    </Badge>
  );
}
