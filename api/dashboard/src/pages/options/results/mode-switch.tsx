import { SegmentedControl } from '@mantine/core';
import type { OptionMode } from '../../../api/option-results.ts';
import { MODE_WORDS, MODES } from './words.ts';

/** Exactly one mode: trades of different modes are never added up. */
export function ModeSwitch({ value, onChange }: { value: OptionMode; onChange: (mode: OptionMode) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Mode"
      data={MODES.map((mode) => ({ value: mode, label: MODE_WORDS[mode].label }))}
      value={value}
      onChange={(chosen) => onChange(MODES.find((mode) => mode === chosen) ?? value)}
    />
  );
}
