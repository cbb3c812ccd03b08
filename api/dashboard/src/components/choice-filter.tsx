import { Select } from '@mantine/core';

interface ChoiceFilterProps<Choice extends string> {
  label: string;
  /** Said while nothing is chosen. */
  all: string;
  choices: readonly (Choice | { value: Choice; label: string })[];
  value: Choice | undefined;
  onChange: (value: Choice | undefined) => void;
}

/** Narrows a list to one of a few choices, or to none of them. */
export function ChoiceFilter<Choice extends string>({
  label,
  all,
  choices,
  value,
  onChange,
}: ChoiceFilterProps<Choice>) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={choices}
      value={value ?? null}
      onChange={(next: Choice | null) => onChange(next ?? undefined)}
      clearable
      style={{ flex: '1 1 130px' }}
      maw={{ sm: 170 }}
    />
  );
}
