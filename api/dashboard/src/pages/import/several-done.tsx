/** What a whole choice of files came to, once each of them is imported. */
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportResult } from '../../api/types.ts';
import { CatchingUp } from '../../components/catch-up.tsx';
import { focused } from '../../components/focused.ts';
import { ActionsHint } from './actions-hint.tsx';

const count = (value: number): string => value.toLocaleString('en-IN');

/** What all of them applied, and what is open after the last. */
function actionsOf(results: readonly ImportResult[]): ImportResult['corporate_actions'] {
  const all = results.flatMap(({ corporate_actions }) => corporate_actions ?? []);
  const last = all.at(-1);
  if (last === undefined) return null;
  return { ...last, applied: all.reduce((sum, { applied }) => sum + applied, 0) };
}

export function SeveralDone({
  results,
  onRestart,
}: {
  results: readonly ImportResult[];
  onRestart: () => void;
}) {
  const imported = results.reduce((sum, result) => sum + result.imported, 0);
  const unmatched = new Set(results.flatMap(({ unmatched_symbols }) => unmatched_symbols)).size;
  return (
    <Stack role="status" gap="sm">
      <Title order={2} size="h3" ref={focused} tabIndex={-1}>
        {imported === 0
          ? 'Nothing new in these files'
          : `${count(imported)} ${imported === 1 ? 'row' : 'rows'} imported from ${count(results.length)} files`}
      </Title>
      {imported > 0 && <CatchingUp keepsResult />}
      <ActionsHint of={actionsOf(results)} />
      {unmatched > 0 && (
        <Text>
          {count(unmatched)} {unmatched === 1 ? 'symbol was' : 'symbols were'} sold without a purchase.{' '}
          <Anchor component={Link} to="/data/quality?show=openings">
            Complete {unmatched === 1 ? 'it' : 'them'} under Opening positions
          </Anchor>
          .
        </Text>
      )}
      <Group>
        <Button component={Link} to="/">
          Go to the overview
        </Button>
        <Button variant="default" component={Link} to="/holdings">
          See the holdings
        </Button>
        <Button variant="subtle" onClick={onRestart}>
          Import more files
        </Button>
      </Group>
    </Stack>
  );
}
