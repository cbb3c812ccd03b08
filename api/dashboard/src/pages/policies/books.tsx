import { Group, SegmentedControl, Text } from '@mantine/core';
import { usePolicyEquity } from '../../api/policies.ts';
import type { Policy, PolicyDay } from '../../api/types.ts';
import { useListParams } from '../../components/search-params.ts';
import { booksOf } from './words.ts';

const MODES = ['LIVE', 'PAPER'] as const;

/** The books that are shown of a policy: those of the mode that it is in, unless the address says otherwise. */
export function useBooks(policy: Policy): Policy {
  const asked = useListParams().oneOf('books', MODES);
  return booksOf(policy, policy.mode === 'PAPER' ? 'PAPER' : (asked ?? policy.mode));
}

/** The last session of the books that are shown; null before the first. */
export function useLastDay(policy: Policy, books: Policy): PolicyDay | null {
  const isOther = books.mode !== policy.mode;
  const equity = usePolicyEquity(books, isOther);
  return isOther ? (equity.data?.items.at(-1) ?? null) : policy.latest_equity;
}

/** Changes between the books on paper and those of the account; nothing for a policy that was never live. */
export function BooksSwitch({ policy, books }: { policy: Policy; books: Policy }) {
  const params = useListParams();
  if (policy.mode === 'PAPER') return null;
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        aria-label="Books"
        data={[
          { value: 'LIVE', label: 'Live' },
          { value: 'PAPER', label: 'Paper' },
        ]}
        value={books.mode}
        onChange={(mode) =>
          params.set({ books: mode === policy.mode ? undefined : mode, date: undefined, prices: undefined })
        }
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {books.mode === 'LIVE'
          ? 'What the policy does in your account.'
          : 'The books on paper, as they were when the policy went live.'}
      </Text>
    </Group>
  );
}
