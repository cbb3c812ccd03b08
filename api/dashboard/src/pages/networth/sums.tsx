import { Accordion, List, SimpleGrid, Text } from '@mantine/core';
import '@mantine/core/styles/Accordion.css';
import { joinSentences, money, priceAgeSentence } from '../../../../../charts/index.ts';
import type { NetWorth } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { TotalCard } from '../../components/total-card.tsx';

/** The three figures. */
export function Sums({ report }: { report: NetWorth }) {
  const { currency, assets, liabilities, net_worth } = report;
  const under = (note: string | null) => joinSentences(note, priceAgeSentence(report.freshness));
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <TotalCard label="Net worth" under={under(report.is_estimated ? 'Includes converted amounts.' : null)}>
        <Amount value={net_worth} currency={currency} reason={report.net_worth_reason ?? 'Unknown.'} />
      </TotalCard>
      <TotalCard
        label="Owned"
        under={under(report.state === 'PARTIAL' ? 'Only holdings with a price.' : null)}
      >
        <Amount value={assets} currency={currency} reason={report.assets_reason ?? 'Unknown.'} />
      </TotalCard>
      <TotalCard label="Owed">
        <Amount value={liabilities} currency={currency} reason={report.liabilities_reason ?? 'Unknown.'} />
      </TotalCard>
    </SimpleGrid>
  );
}

/** What each figure is made of, on demand. */
export function Explanations({ report }: { report: NetWorth }) {
  const { currency } = report;
  return (
    <Accordion variant="contained" aria-label="How the figures are calculated">
      {(report.explanations ?? []).map((one) => (
        <Accordion.Item key={one.figure} value={one.figure}>
          <Accordion.Control>How {NAMES[one.figure] ?? one.figure} is calculated</Accordion.Control>
          <Accordion.Panel>
            <Text size="sm">{one.formula}</Text>
            {one.worked !== null && (
              <Text size="sm" className="figure">
                {one.worked}
              </Text>
            )}
            {one.reason !== null && (
              <Text size="sm" c="dimmed">
                {one.reason}
              </Text>
            )}
            <List size="sm" mt="xs">
              {one.inputs.map((input, at) => (
                <List.Item key={at}>
                  {input.label}: {money(input.value, input.currency ?? currency)}
                  {input.source === null ? '' : ` (${input.source})`}
                </List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  assets: 'what you own',
  liabilities: 'what you owe',
  net_worth: 'net worth',
};
