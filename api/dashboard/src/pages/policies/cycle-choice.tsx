import { Select } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import type { Cycle } from '../../api/types.ts';
import { cycleLook, isNewMoney } from './words.ts';

interface CycleChoiceProps {
  cycles: readonly Cycle[];
  /** Of the chosen one. */
  value: string;
  onChange: (cycle: Cycle) => void;
}

/** Chooses a cycle: a day may have a rebalance and purchases with new money. */
export function CycleChoice({ cycles, value, onChange }: CycleChoiceProps) {
  return (
    <Select
      label="Rebalance"
      data={cycles.map((cycle) => ({
        value: cycle.cycle_id,
        label: `${day(cycle.cycle_date)}${isNewMoney(cycle) ? ' · New money' : ''} · ${cycleLook(cycle).label}`,
      }))}
      value={value}
      onChange={(id) => {
        const chosen = cycles.find(({ cycle_id }) => cycle_id === id);
        if (chosen !== undefined) onChange(chosen);
      }}
      allowDeselect={false}
      maw={320}
    />
  );
}
