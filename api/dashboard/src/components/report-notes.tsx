import { Anchor, Box, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Topic } from '../../../help/topics.ts';
import type { ReportWarning } from '../api/types.ts';
import { HelpLink } from './help-link.tsx';

/** Where a reader mends what a note is about. */
const PAGES: Readonly<Record<string, readonly [page: string, name: string, help: Topic]>> = {
  UNMATCHED_SALES: ['/data/quality', 'Data quality', 'openings'],
  ROWS_LEFT_OUT: ['/data/quality', 'Data quality', 'rowsToCorrect'],
  ACTIONS_UNDECIDED: ['/data/corporate-actions', 'Corporate actions', 'undecidedActions'],
};

/** What a reader of the figures should know; nothing where there is nothing. */
export function ReportNotes({ warnings }: { warnings: readonly Pick<ReportWarning, 'code' | 'message'>[] }) {
  if (warnings.length === 0) return null;
  return (
    <Box className="panel" p="md" component="section" aria-label="About these figures">
      <Title order={2} size="h4" mb={6}>
        About these figures
      </Title>
      <Box component="ul" m={0} pl="md">
        {warnings.map(({ code, message }) => (
          <Text key={`${code} ${message}`} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
            <Page of={PAGES[code]} />
          </Text>
        ))}
      </Box>
    </Box>
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
