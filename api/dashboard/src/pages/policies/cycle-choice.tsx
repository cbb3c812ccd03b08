import { Select } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import type { Cycle } from '../../api/types.ts';
import { cycleLook } from './words.ts';

interface CycleChoiceProps {
  cycles: readonly Cycle[];
  /** YYYY-MM-DD */
  value: string;
  onChange: (date: string) => void;
}

/** Chooses a rebalance by its day. */
export function CycleChoice({ cycles, value, onChange }: CycleChoiceProps) {
  return (
    <Select
      label="Rebalance"
      data={cycles.map((cycle) => ({
        value: cycle.cycle_date,
        label: `${day(cycle.cycle_date)} · ${cycleLook(cycle).label}`,
      }))}
      value={value}
      onChange={(date) => date !== null && onChange(date)}
      allowDeselect={false}
      maw={320}
    />
  );
}
