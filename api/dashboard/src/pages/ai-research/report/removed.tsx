/** What checks took out of the words of models before a report was published: where, and why; never the words themselves. */
import { Stack, Text } from '@mantine/core';
import type { Removed } from './parse-report.ts';
import classes from './report.module.css';

const counted = (value: number): string => value.toLocaleString('en-IN');

export function RemovedBeforePublication({ removed: { total, items } }: { removed: Removed }) {
  if (total === 0) return null;
  const others = total - items.length;
  return (
    <section
      className="panel"
      aria-label="Removed before publication"
      style={{ padding: 'var(--mantine-spacing-sm)' }}
    >
      <details>
        <summary>Removed before publication ({counted(total)})</summary>
        <Stack gap="xs" mt="xs">
          <Text size="sm">
            Models wrote this, and the checks took it out because the evidence did not confirm it. None of it
            is in the report.
          </Text>
          <ul className={classes.defects}>
            {items.map(({ place, reason, code }, at) => (
              <li key={`${at} ${code}`}>
                <Text size="sm">
                  <strong>{place}:</strong> {reason}
                </Text>
                <Text size="xs" c="dimmed">
                  {code}
                </Text>
              </li>
            ))}
          </ul>
          {others > 0 && <Text size="sm">and {counted(others)} more</Text>}
        </Stack>
      </details>
    </section>
  );
}
