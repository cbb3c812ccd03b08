import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { exclusionText, exclusionsOf } from '../../../../charts/index.ts';
import type { Topic } from '../../../help/topics.ts';
import type { Coverage, ReportWarning } from '../api/types.ts';
import { HelpLink } from './help-link.tsx';
import { Notice } from './notice.tsx';

/** Figures that leave out holdings, by their names on the page. */
type Parts = readonly (readonly [string, Coverage | null | undefined])[];

/** Where a reader mends what a note is about. */
const PAGES: Readonly<Record<string, readonly [page: string, name: string, help: Topic]>> = {
  UNMATCHED_SALES: ['/data/quality?show=openings', 'Data quality', 'openings'],
  ROWS_LEFT_OUT: ['/data/quality', 'Data quality', 'rowsToCorrect'],
  ACTIONS_UNDECIDED: ['/data/corporate-actions', 'Corporate actions', 'undecidedActions'],
  BROKER_CHANGES_UNDECIDED: ['/data/broker-changes', 'Changes by brokers', 'brokerChanges'],
};
/** Codes of warnings that the list of excluded holdings explains in more detail. */
const SAID_BY_PARTS = new Set(['VALUATION_PARTIAL', 'PREVIOUS_CLOSE_MISSING', 'FX_UNAVAILABLE']);

interface ReportNotesProps {
  warnings: readonly Pick<ReportWarning, 'code' | 'message'>[];
  parts?: Parts;
}

/** Notes about the figures in one list; empty without any. */
export function ReportNotes({ warnings, parts = [] }: ReportNotesProps) {
  const excluded = exclusionsOf(parts).map((one) => ({ code: 'EXCLUDED', message: exclusionText(one) }));
  const others = excluded.length === 0 ? warnings : warnings.filter(({ code }) => !SAID_BY_PARTS.has(code));
  const notes = [...new Map([...excluded, ...others].map((one) => [one.message, one])).values()];
  if (notes.length === 0) return null;
  return (
    <Notice tone="caution" role="note" title="About these figures">
      <ul>
        {notes.map(({ code, message }) => (
          <li key={message}>
            {message}
            <Page of={PAGES[code]} />
          </li>
        ))}
      </ul>
      {excluded.length > 0 && (
        // Away from the links of the list: a finger needs 24 pixels for each.
        <p style={{ margin: '10px 0 0' }}>
          <HelpLink topic="missingPrices">Help with missing prices</HelpLink>
        </p>
      )}
    </Notice>
  );
}

function Page({ of }: { of: (typeof PAGES)[string] | undefined }) {
  if (of === undefined) return null;
  const [page, name, help] = of;
  return (
    <>
      {' '}
      <Anchor component={Link} to={page} inherit>
        {name}
      </Anchor>
      {' · '}
      <HelpLink topic={help} />
    </>
  );
}
