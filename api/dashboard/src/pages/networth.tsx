/** All that is owned less all that is owed: the sums, their parts, and how they came to be. */
import { Button, Stack, Text } from '@mantine/core';
import { IconFileImport, IconScale } from '../icons.ts';
import { Link } from 'react-router';
import {
  exchangeRate,
  joinSentences,
  netWorth as netWorthChart,
  priceAgeSentence,
} from '../../../../charts/index.ts';
import { useNetWorth } from '../api/queries.ts';
import type { NetWorth } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { Accounts } from './networth/accounts.tsx';
import { Debts } from './networth/debts.tsx';
import { Household } from './networth/household.tsx';
import { Explanations, Sums } from './networth/sums.tsx';

export default function NetWorthPage() {
  const netWorth = useNetWorth();
  return (
    <>
      <Heading help="household" title="Net worth">
        What you own, less what you owe.
      </Heading>
      <Loaded query={netWorth}>{(data) => <Report report={data} />}</Loaded>
    </>
  );
}

function Report({ report }: { report: NetWorth }) {
  const { accounts, debts, history, currency, fx_rates } = report;
  if (accounts.length === 0 && debts.length === 0)
    return (
      <Empty
        icon={<IconScale />}
        title="Nothing recorded yet"
        actions={
          <>
            <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
              Import a CSV
            </Button>
            <Button component={Link} to="/net-worth/liabilities" variant="default">
              Add a liability
            </Button>
          </>
        }
      >
        Import your holdings and add what you owe under Liabilities. Your net worth and its history show here.
      </Empty>
    );
  const missing = [report.assets_reason, report.liabilities_reason].flatMap((reason) =>
    reason === null ? [] : [{ code: 'VALUATION_PARTIAL', message: reason }],
  );
  return (
    <Stack gap="md">
      <ReportNotes warnings={[...missing, ...report.warnings]} />
      <Sums report={report} />
      <Household />
      <ChartCard
        chart={netWorthChart}
        data={{ points: history.points }}
        title="Over time"
        currency={currency}
        note={noteOf(report)}
      />
      <Accounts accounts={accounts} currency={currency} />
      <Debts debts={debts} currency={currency} />
      <Explanations report={report} />
      {fx_rates.length > 0 && (
        <Text size="sm" c="dimmed">
          Converted at {fx_rates.map(exchangeRate).join('; ')}.
        </Text>
      )}
    </Stack>
  );
}

const noteOf = ({ freshness, history: { points, days, reason } }: NetWorth): string | null =>
  joinSentences(
    reason,
    days > points.length ? `${points.length} of ${days} days are shown.` : null,
    priceAgeSentence(freshness),
  );
