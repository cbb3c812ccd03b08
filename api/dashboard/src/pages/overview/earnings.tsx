import { Anchor, Box, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  AFTER_TAX,
  AT_DAILY_RATES,
  AT_LATEST_RATES,
  coverageSentence,
  day,
} from '../../../../../charts/index.ts';
import type { Dashboard } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';

/** What has been earned and paid since the first transaction. */
export function Earnings({ earnings, currency }: { earnings: Dashboard['earnings']; currency: string }) {
  if (earnings.transactions_count === 0) return null;
  const reason = earnings.reason ?? 'It cannot be calculated from your records.';
  return (
    <Box className="panel" p="md" component="section" aria-label="Made so far, by its parts">
      <Title order={2} size="h4">
        Made so far, by its parts
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {earnings.transactions_count.toLocaleString('en-IN')} transactions
        {earnings.first_date === null ? '' : ` since ${day(earnings.first_date)}`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure label="Unrealised gain (FIFO)">
          <Change
            value={earnings.unrealised_gain}
            currency={currency}
            reason={earnings.made_reason ?? reason}
          />
        </Figure>
        <Figure label={`Realised gain (FIFO) ${AT_LATEST_RATES}`}>
          <Change value={earnings.realised_gain} currency={currency} reason={reason} />
        </Figure>
        <Figure label={`Dividends ${AFTER_TAX}, ${AT_LATEST_RATES}`}>
          <Amount value={earnings.dividends} currency={currency} reason={reason} />
        </Figure>
        <Figure label="Charges, deducted already">
          <Amount value={earnings.fees} currency={currency} reason={reason} />
        </Figure>
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={4}>
        {earnings.coverage !== null && `${coverageSentence(earnings.coverage)} `}
        All years and all portfolios, by lots, {AT_LATEST_RATES}. The tax report covers one year,{' '}
        {AT_DAILY_RATES}.
      </Text>
      <LeftOut
        symbols={earnings.unmatched_symbols}
        what="Excluded from these figures, because no purchase is recorded:"
      />
      <LeftOut
        symbols={earnings.unknown_cost_symbols}
        what="Excluded from the realised gain because the cost or the sale of units that left is unknown:"
        hasSales
      />
    </Box>
  );
}

interface LeftOutProps {
  symbols: readonly string[];
  what: string;
  /** The sale may be what is missing. */
  hasSales?: boolean;
}

function LeftOut({ symbols, what, hasSales = false }: LeftOutProps) {
  if (symbols.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {what} {symbols.slice(0, 8).join(', ')}
      {symbols.length > 8 ? ` and ${symbols.length - 8} more` : ''}. Complete them under{' '}
      <Anchor component={Link} to="/data/quality?show=openings">
        Opening positions
      </Anchor>
      {hasSales && ', or record the sale under Transactions'}.
    </Text>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} fz="lg" component="div">
        {children}
      </Text>
    </Stack>
  );
}
