import { Anchor, Box, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { ReportWarning } from '../api/types.ts';

/** What the ledger holds and no figure counts: a page tells more. */
const GAPS: ReadonlySet<string> = new Set(['UNMATCHED_SALES', 'ROWS_LEFT_OUT']);

/** What a reader of the figures should know; nothing where there is nothing. */
export function ReportNotes({ warnings }: { warnings: readonly ReportWarning[] }) {
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
            {GAPS.has(code) && (
              <>
                {' '}
                <Anchor component={Link} to="/data-quality" inherit>
                  Data quality
                </Anchor>
              </>
            )}
          </Text>
        ))}
      </Box>
    </Box>
  );
}
