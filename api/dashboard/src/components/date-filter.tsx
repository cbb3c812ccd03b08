import { Text, TextInput } from '@mantine/core';

interface DateFilterProps {
  label: string;
  /** YYYY-MM-DD, empty for any. */
  value: string;
  onChange: (date: string) => void;
}

/** One end of a span of days, named inside the field. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={
        <Text size="xs" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={48}
      style={{ flex: '1 1 170px' }}
      maw={{ sm: 185 }}
    />
  );
}
