import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '../../icons.ts';
import { day } from '../../../../../charts/index.ts';
import { focused } from '../../components/focused.ts';
import type { Actions } from './use-actions.ts';
import { actionsOf, changesNothing, nameOf } from './words.ts';

const SHOWN_AT_ONCE = 5;

/** What the last press applied, with the way back. */
export function JustApplied({ actions }: { actions: Actions }) {
  const { latest, underWay, undo, setLatest } = actions;
  const [first] = latest;
  if (first === undefined) return null;
  const isOne = latest.length === 1;
  return (
    <Alert
      // another press is another message, that is read out anew
      key={first.id}
      role="status"
      color="teal"
      variant="light"
      mb="sm"
      icon={<IconCheck aria-hidden />}
      title={
        <span ref={focused} tabIndex={-1}>
          {isOne ? `${nameOf(first)} applied` : `${actionsOf(latest.length)} applied`}
        </span>
      }
      withCloseButton
      closeButtonLabel="Hide what was applied"
      onClose={() => setLatest([])}
    >
      <Stack gap={6} align="flex-start">
        {isOne ? (
          <Text size="sm">
            {first.portfolio}, ex-date {day(first.ex_date)}.{' '}
            {changesNothing(first)
              ? 'Nothing changed: you held no shares the day before, or the ledger already has it.'
              : 'Holdings, lots and gains now include it.'}
          </Text>
        ) : (
          <Stack gap={2} component="ul" m={0} pl="md">
            {latest.slice(0, SHOWN_AT_ONCE).map((one) => (
              <Text key={one.id} component="li" size="sm">
                {nameOf(one)}, {one.portfolio}, ex-date {day(one.ex_date)}
              </Text>
            ))}
            {latest.length > SHOWN_AT_ONCE && (
              <Text component="li" size="sm">
                and {(latest.length - SHOWN_AT_ONCE).toLocaleString('en-IN')} more, under Decided
              </Text>
            )}
          </Stack>
        )}
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => undo(latest)}
            loading={underWay?.what === 'undo'}
            disabled={underWay !== null}
          >
            {isOne ? 'Undo' : `Undo all ${latest.length.toLocaleString('en-IN')}`}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
