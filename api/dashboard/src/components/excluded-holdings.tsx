/** What partial figures leave out, why, and how to mend it. */
import { Alert, Stack, Text } from '@mantine/core';
import { IconPuzzle } from '../icons.ts';
import { exclusionText, exclusionsOf } from '../../../../charts/index.ts';
import type { Coverage } from '../api/types.ts';
import { HelpLink } from './help-link.tsx';

/** Nothing where no figure leaves out anything. `parts` are by the names of the figures on the page. */
export function ExcludedHoldings({
  parts,
}: {
  parts: readonly (readonly [string, Coverage | null | undefined])[];
}) {
  const left = exclusionsOf(parts);
  if (left.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      role="status"
      icon={<IconPuzzle aria-hidden />}
      title="Some figures are partial"
    >
      <LeftOutLines parts={parts} />
      <Text size="sm" mt={4}>
        <HelpLink topic="missingPrices">Help with missing prices</HelpLink>
      </Text>
    </Alert>
  );
}

/** The lines alone. */
export function LeftOutLines({
  parts,
}: {
  parts: readonly (readonly [string, Coverage | null | undefined])[];
}) {
  return (
    <Stack gap={4} component="ul" m={0} pl="md">
      {exclusionsOf(parts).map((one) => (
        <Text key={exclusionText(one)} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {exclusionText(one)}
        </Text>
      ))}
    </Stack>
  );
}
