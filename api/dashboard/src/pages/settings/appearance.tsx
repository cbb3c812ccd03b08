import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Section } from './section.tsx';

const choices = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance" description="For this browser.">
      <SegmentedControl
        aria-label="Colour scheme"
        data={choices}
        value={colorScheme}
        style={{ alignSelf: 'flex-start' }}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </Section>
  );
}
