/** A financial year for the tax return: what was sold with its lots, what is left, and what dated rules make of it. */
import { Stack, Text } from '@mantine/core';
import { day } from '../../../../charts/index.ts';
import { useTax } from '../api/queries.ts';
import type { TaxReport } from '../api/types.ts';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { Heading } from '../components/heading.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { Loaded } from '../components/notices.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { useListParams } from '../components/search-params.ts';
import { Downloads } from './tax/downloads.tsx';
import { Lists } from './tax/lists.tsx';
import { Sums } from './tax/sums.tsx';

const PAGE_SIZE = 25;

export default function TaxPage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const fy = params.get('fy');
  const asked = { portfolio, fy };
  const explain = params.get('show') === 'how';
  const report = useTax({
    ...asked,
    page: params.page,
    page_size: PAGE_SIZE,
    ...(explain ? { explain } : {}),
  });
  return (
    <>
      <Heading
        help="tax"
        title="Tax"
        actions={
          <>
            <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
            <ChoiceFilter
              label="Financial year"
              all="This year"
              choices={report.data?.years ?? []}
              value={fy === '' ? undefined : fy}
              onChange={(chosen) => params.set({ fy: chosen })}
            />
            <Downloads year={asked} />
          </>
        }
      >
        {report.data === undefined
          ? 'Sales of a financial year, matched with their purchases.'
          : spanInWords(report.data)}
      </Heading>
      <Loaded query={report}>{(data) => <Year report={data} />}</Loaded>
    </>
  );
}

function Year({ report }: { report: TaxReport }) {
  const { disclaimer } = report;
  return (
    <Stack gap="md">
      <ReportNotes warnings={cautionsOf(report)} />
      <Sums report={report} />
      <Lists report={report} />
      <Text size="xs" c="dimmed">
        {disclaimer}
      </Text>
    </Stack>
  );
}

/** Warnings of totals that may be wrong until the reader acts. */
function cautionsOf({ counts: { unmatched_sells: sales }, notes }: TaxReport) {
  const which =
    sales === 1
      ? 'One sale is larger than its recorded purchases'
      : `${sales} sales are larger than their recorded purchases`;
  const message = `${which}. The totals exclude the difference. Import the purchases, or record what you held before.`;
  return [
    ...(sales > 0 ? [{ code: 'UNMATCHED_SALES', message }] : []),
    ...notes.flatMap(({ code, text }) => (code === 'ACTIONS_UNDECIDED' ? [{ code, message: text }] : [])),
  ];
}

function spanInWords({ as_of, from, fy, to }: TaxReport): string {
  return `Year ${fy}: sales from ${day(from)} to ${day(as_of)}${as_of < to ? ', so far' : ''}.`;
}
