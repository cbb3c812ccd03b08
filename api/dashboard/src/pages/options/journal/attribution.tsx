import { Stack, Text } from '@mantine/core';
import type { JournalStory } from '../../../api/types.ts';
import { Change } from '../../../components/amount.tsx';
import { Fact } from '../../../components/fact.tsx';

const NAMES = {
  theta: 'Time (theta)',
  vega: 'Volatility (vega)',
  spot: 'Spot move',
  rest: 'Rest',
} as const;

/** The gross result by what moved it. */
export function Attribution({ of }: { of: JournalStory['attribution'] }) {
  return (
    <Stack gap="xs">
      <dl className="facts">
        {of.parts.map((part) => (
          <Fact key={part} name={NAMES[part]}>
            <Change value={of[part]} currency="INR" reason={of.reasons[part] ?? ''} />
          </Fact>
        ))}
        <Fact name="Gross result">
          <Change value={of.gross} currency="INR" reason={of.reasons.rest ?? ''} />
        </Fact>
      </dl>
      <Text size="xs" c="dimmed">
        {of.method}
      </Text>
    </Stack>
  );
}
