import { SegmentedControl } from '@mantine/core';
import type { Period } from '../api/types.ts';

const order: Record<Period, true> = { '1M': true, '3M': true, '6M': true, '1Y': true, '3Y': true, Max: true };

/** The periods of every report, the shortest first. */
export const PERIODS = Object.keys(order) as Period[];

export function PeriodSwitch({
  value,
  onChange,
}: {
  value: Period | undefined;
  onChange: (period: Period) => void;
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Period"
      data={PERIODS}
      value={value ?? ''}
      onChange={(chosen) => onChange(PERIODS.find((one) => one === chosen) ?? 'Max')}
    />
  );
}
