import { Button, Group, Stack, Text } from '@mantine/core';
import { IconListSearch } from '../../icons.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useQualityList } from '../../api/queries.ts';
import type { InstrumentCandidate, InstrumentReview } from '../../api/types.ts';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { useListParams } from '../../components/search-params.ts';
import { done, failed } from '../../components/toast.tsx';
import { List } from './list.tsx';

const KINDS: Record<InstrumentReview['kind'], string> = {
  CONTRADICTED: 'Another company’s symbol',
  AMBIGUOUS: 'Ambiguous',
  PROPOSED: 'Proposed',
  UNKNOWN: 'Not on the lists',
};

const columns: Column<InstrumentReview>[] = [
  {
    key: 'word',
    title: 'Held as',
    render: ({ word, symbol, name, isin, portfolios }) => (
      <NameCell name={symbol ?? word} facts={[name, isin, portfolios.join(', ')]} />
    ),
  },
  {
    key: 'kind',
    title: 'Why',
    render: ({ kind, message }) => (
      <Stack gap={0} maw={360}>
        <Text size="sm">{KINDS[kind]}</Text>
        <Text size="xs" c="dimmed">
          {message}
        </Text>
      </Stack>
    ),
  },
  { key: 'candidates', title: 'Possible match', render: (review) => <Candidates review={review} /> },
];

function Candidates({ review }: { review: InstrumentReview }) {
  const decide = usePortfolioChange(api.quality.decide);
  const say = (candidate: InstrumentCandidate, status: 'CONFIRMED' | 'REJECTED'): void =>
    decide.mutate(
      { word: review.word, instrument_id: candidate.instrument_id, status },
      {
        onSuccess: () =>
          done(
            status === 'CONFIRMED'
              ? `${review.word} now means ${candidate.symbol}.`
              : `${review.word} will not be matched to ${candidate.symbol}.`,
          ),
        onError: (error) => failed(error, 'Could not save the decision'),
      },
    );
  if (review.candidates.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No match on the lists.
      </Text>
    );
  // What was only found by likeness needs no refusal: nothing follows it.
  const isRefusable = review.kind === 'PROPOSED' || review.kind === 'AMBIGUOUS';
  return (
    <Stack gap={6}>
      {review.candidates.map((candidate) => (
        <Group key={candidate.instrument_id} gap="xs" justify="space-between" wrap="nowrap">
          <NameCell
            name={candidate.symbol}
            facts={[candidate.name, candidate.isin, candidate.delisted_on === null ? null : 'delisted']}
          />
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="light"
              disabled={decide.isPending}
              onClick={() => say(candidate, 'CONFIRMED')}
              aria-label={`${review.word} is ${candidate.symbol}`}
            >
              Confirm
            </Button>
            {isRefusable && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={decide.isPending}
                onClick={() => say(candidate, 'REJECTED')}
                aria-label={`${review.word} is not ${candidate.symbol}`}
              >
                Reject
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

export function Instruments({ emptyReason }: { emptyReason: string | null }) {
  const { page } = useListParams();
  const query = useQualityList('instruments', page, () => api.quality.instruments(page));
  return (
    <List
      caption="Instruments to check"
      query={query}
      columns={columns}
      keyOf={({ kind, word, isin, candidates }) => [kind, word, isin, candidates[0]?.instrument_id].join(' ')}
      noun="instruments"
      icon={<IconListSearch />}
      title={emptyReason === null ? 'All instruments identified' : 'Nothing to compare with'}
      empty={emptyReason ?? 'The registry has every exchange-listed holding.'}
    />
  );
}
