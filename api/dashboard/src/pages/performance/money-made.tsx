import { Box, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Performance } from '../../api/types.ts';
import { Amount, Change, Percent } from '../../components/amount.tsx';

/** All that was made so far, with XIRR beside it and the parts below. */
export function MoneyMade({ of }: { of: Performance }) {
  const { currency, money_made, reasons, xirr_pct, partial } = of;
  const { made, realised_gain, unrealised_gain, dividends, charges } = money_made;
  const reason = money_made.reason ?? 'Unknown.';
  return (
    <Box className="panel" p="md" component="section" aria-label="Made so far">
      <Group gap="xl" align="flex-end">
        <Figure label="Made so far">
          <Title order={2} component="div">
            <Change value={made} currency={currency} reason={reason} />
          </Title>
        </Figure>
        <Figure label="XIRR, per year">
          <Title order={2} component="div">
            <Percent
              value={partial.xirr_pct?.figure ?? xirr_pct}
              plus
              reason={reasons.xirr_pct ?? 'Unknown.'}
            />
          </Title>
        </Figure>
      </Group>
      <SimpleGrid cols={{ base: 2, md: 4 }} mt="sm">
        <Figure label="Realised, oldest lots first">
          <Change value={realised_gain} currency={currency} reason={reason} />
        </Figure>
        <Figure label="Unrealised">
          <Change value={unrealised_gain} currency={currency} reason={reason} />
        </Figure>
        <Figure label="Dividends after tax withheld">
          <Amount value={dividends} currency={currency} reason={reason} />
        </Figure>
        <Figure label="Charges, deducted already">
          <Amount value={charges} currency={currency} reason={reason} />
        </Figure>
      </SimpleGrid>
      {made === null && (
        <Text size="sm" c="dimmed" mt="xs">
          {reason}
        </Text>
      )}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} component="div">
        {children}
      </Text>
    </Stack>
  );
}
