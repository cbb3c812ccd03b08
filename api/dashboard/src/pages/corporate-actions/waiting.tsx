/** Corporate actions that wait for a decision, the oldest first. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircleCheck } from '../../icons.ts';
import type { ReactNode } from 'react';
import { day } from '../../../../../charts/index.ts';
import type { ActionSuggestion } from '../../api/types.ts';
import { InboxItem, InboxList, LINE } from '../../components/decision-inbox.tsx';
import { Notice } from '../../components/notice.tsx';
import { Empty } from '../../components/notices.tsx';
import { isEditable } from './terms-form.tsx';
import { type Actions, LIST_ID, type UnderWay } from './use-actions.ts';
import { actionsOf, isExchange, KINDS, mayBeBonus, nameOf, sourceName } from './words.ts';

interface WaitingProps {
  open: readonly ActionSuggestion[];
  isAutomatic: boolean;
  actions: Actions;
  onEdit: (one: ActionSuggestion) => void;
}

export function Waiting({ open, isAutomatic, actions, onEdit }: WaitingProps) {
  const { underWay } = actions;
  const sure = open.filter(({ state }) => state === 'OPEN').length;
  if (open.length === 0)
    return (
      <Empty icon={<IconCircleCheck />} title="Nothing is waiting">
        {isAutomatic
          ? 'Clear corporate actions are applied automatically. Those that need your decision show here.'
          : 'Splits, bonuses, new symbols, mergers and demergers of shares you held show here until you decide.'}
      </Empty>
    );
  return (
    <div className="panel">
      <Group justify="space-between" p="md" gap="xs" style={LINE}>
        <Text size="sm" c="dimmed">
          {actionsOf(open.length)} may be missing from your ledger. An applied action also covers older trades
          that you import later.
        </Text>
        {sure > 1 && (
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => actions.apply('all')}
            loading={underWay?.what === 'apply' && underWay.ids === 'all'}
            disabled={underWay !== null}
          >
            Apply all {sure.toLocaleString('en-IN')}
          </Button>
        )}
      </Group>
      {underWay?.what === 'apply' && underWay.ids === 'all' && (
        <Stack gap={4} p="md" style={LINE}>
          <Text size="sm" role="status">
            Applying {actionsOf(sure)} and recalculating your ledger.
          </Text>
          <Progress value={100} animated size="sm" aria-label="Applying" />
        </Stack>
      )}
      <InboxList id={LIST_ID}>
        {open.map((one) => (
          <Item key={one.id} one={one} underWay={underWay}>
            <Buttons one={one} actions={actions} onEdit={() => onEdit(one)} />
          </Item>
        ))}
      </InboxList>
    </div>
  );
}

function Item({
  one,
  underWay,
  children,
}: {
  one: ActionSuggestion;
  underWay: UnderWay | null;
  children: ReactNode;
}) {
  const { symbol, portfolio, ex_date, kind, source, announced, state, sentence } = one;
  const isBusy = underWay !== null && (underWay.ids === 'all' || underWay.ids.includes(one.id));
  return (
    <InboxItem
      name={nameOf(one)}
      symbol={symbol}
      facts={[portfolio, `ex-date ${day(ex_date)}`, `from ${sourceName(source)}`]}
      kind={KINDS[kind]}
      isBusy={isBusy}
    >
      <Text size="sm">{sentence}</Text>
      {announced !== null && isExchange(source) && state !== 'NEEDS_TERMS' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Announced as “{announced}”
        </Text>
      )}
      {state === 'CONTAINED' && (
        <Caution>
          Check first: your records may already include this action. If they do, applying it would count it
          twice.
        </Caution>
      )}
      {mayBeBonus(one) && (
        <Caution>
          Its source also reports bonuses as splits, and they are taxed differently. If this was a bonus,
          choose Edit before applying.
        </Caution>
      )}
      {children}
    </InboxItem>
  );
}

function Caution({ children }: { children: ReactNode }) {
  return <Notice tone="caution">{children}</Notice>;
}

function Buttons({ one, actions, onEdit }: { one: ActionSuggestion; actions: Actions; onEdit: () => void }) {
  const { underWay } = actions;
  const name = nameOf(one);
  const needsTerms = one.state === 'NEEDS_TERMS';
  const isRunning = (what: UnderWay['what']): boolean =>
    underWay?.what === what && underWay.ids !== 'all' && underWay.ids.includes(one.id);
  return (
    <Group gap="xs">
      {needsTerms ? (
        <Button
          size="compact-sm"
          onClick={onEdit}
          disabled={underWay !== null}
          aria-label={`Enter the terms of ${name}`}
        >
          Enter the terms
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant={one.state === 'CONTAINED' ? 'default' : 'filled'}
          onClick={() => actions.apply([one.id])}
          loading={isRunning('apply')}
          disabled={underWay !== null}
          aria-label={`Apply ${name}`}
        >
          Apply
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => actions.decline(one.id, name)}
        loading={isRunning('decline')}
        disabled={underWay !== null}
        aria-label={`Not mine: ${name}`}
      >
        Not mine
      </Button>
      {!needsTerms && isEditable(one) && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onEdit}
          disabled={underWay !== null}
          aria-label={`Edit before applying ${name}`}
        >
          Edit before applying
        </Button>
      )}
    </Group>
  );
}
