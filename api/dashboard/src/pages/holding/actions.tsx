import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import type { HoldingReport } from '../../api/types.ts';
import { Nothing, Section } from './section.tsx';

const STATES = {
  APPLIED: 'in your ledger',
  DECLINED: 'declined',
  UNDONE: 'undone',
  ANNOUNCED: 'announced; closes are adjusted for it',
};

/** Splits, bonuses and the like, the newest first. */
export function HoldingActions({ actions }: { actions: HoldingReport['actions'] }) {
  return (
    <Section
      title="Corporate actions"
      actions={
        <Anchor component={Link} to="/data/corporate-actions" size="sm">
          All actions
        </Anchor>
      }
    >
      {actions.length === 0 ? (
        <Nothing>No split, bonus or merger is known since your first transaction.</Nothing>
      ) : (
        <Stack gap="xs">
          {actions.map(({ portfolio, symbol, ex_date, title, source, status }) => (
            <div key={`${portfolio ?? ''} ${symbol} ${ex_date} ${title}`}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Text size="xs" c="dimmed">
                {[day(ex_date), STATES[status], portfolio, source].filter(Boolean).join(' · ')}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}
