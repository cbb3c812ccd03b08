import { Button, Stack, Text } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import { focused } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
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
    <Notice
      // another press is another message, that is read out anew
      key={first.id}
      tone="done"
      mb="sm"
      title={
        <span ref={focused} tabIndex={-1}>
          {isOne ? `${nameOf(first)} applied` : `${actionsOf(latest.length)} applied`}
        </span>
      }
      action={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => undo(latest)}
          loading={underWay?.what === 'undo'}
          disabled={underWay !== null}
        >
          {isOne ? 'Undo' : `Undo all ${latest.length.toLocaleString('en-IN')}`}
        </Button>
      }
      hide={{ label: 'Hide what was applied', onClick: () => setLatest([]) }}
    >
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
    </Notice>
  );
}
