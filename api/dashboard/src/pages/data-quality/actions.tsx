import { Button, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { IconFileUnknown } from '../../icons.ts';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useQualityList } from '../../api/queries.ts';
import type { CorporateAction } from '../../api/types.ts';
import { type Column, NameCell } from '../../components/data-table.tsx';
import { Form } from '../../components/form.tsx';
import { useListParams } from '../../components/search-params.ts';
import { done, failed } from '../../components/toast.tsx';
import { List } from './list.tsx';

/** What an announcement may be, for prices: those with a ratio adjust them. */
const KINDS = {
  SPLIT: 'Split',
  CONSOLIDATION: 'Consolidation',
  BONUS: 'Bonus',
  RIGHTS: 'Rights',
  DEMERGER: 'Demerger',
  SCHEME: 'Scheme of arrangement',
  CAPITAL_REDUCTION: 'Capital reduction',
  DIVIDEND: 'Dividend',
  BUYBACK: 'Buyback',
  MEETING: 'Meeting',
} as const satisfies Partial<Record<CorporateAction['kind'], string>>;
type Kind = keyof typeof KINDS;

const WITH_RATIO: readonly Kind[] = ['SPLIT', 'CONSOLIDATION', 'BONUS'];

const columns: Column<CorporateAction>[] = [
  {
    key: 'symbol',
    title: 'Instrument',
    render: ({ symbol, exchange, ex_date }) => (
      <NameCell name={symbol} facts={[exchange, `ex-date ${day(ex_date)}`]} />
    ),
  },
  {
    key: 'raw',
    title: 'Announcement',
    render: ({ raw, source }) => (
      <Stack gap={0} maw={520}>
        <Text size="sm">{raw}</Text>
        <Text size="xs" c="dimmed">
          {source}
        </Text>
      </Stack>
    ),
  },
];

/** Announcements nobody could read: until somebody does, they adjust nothing. */
export function Actions() {
  const { page } = useListParams();
  const query = useQualityList('actions', page, () => api.quality.actions(page));
  const dismiss = usePortfolioChange(api.quality.dismissAction);
  const [read, setRead] = useState<CorporateAction | null>(null);
  return (
    <>
      <List
        caption="Unread corporate action announcements"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        noun="actions"
        icon={<IconFileUnknown />}
        title="Munim understood every announcement"
        empty="Announcements of splits, bonuses and the like that Munim cannot read would wait here for you."
        actions={(action) => (
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <Button size="compact-sm" variant="light" onClick={() => setRead(action)}>
              Set the action
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={dismiss.isPending}
              onClick={() =>
                dismiss.mutate(action.id, {
                  onSuccess: () => done('Marked as not affecting the price.'),
                  onError: (error) => failed(error, 'Could not save the decision'),
                })
              }
            >
              No effect on price
            </Button>
          </Group>
        )}
      />
      <Modal
        opened={read !== null}
        onClose={() => setRead(null)}
        title={read ? `${read.symbol}, ${day(read.ex_date)}` : ''}
      >
        {read && <Reading action={read} onClose={() => setRead(null)} />}
      </Modal>
    </>
  );
}

function Reading({ action, onClose }: { action: CorporateAction; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('SPLIT');
  const [shares, setShares] = useState<{ now: number | string; before: number | string }>({
    now: '',
    before: '',
  });
  const hasRatio = WITH_RATIO.includes(kind);
  const decide = usePortfolioChange(() =>
    api.quality.decideAction(action.id, {
      kind,
      ...(hasRatio ? { new_shares: Number(shares.now), old_shares: Number(shares.before) } : {}),
    }),
  );
  return (
    <Form
      change={decide}
      onCancel={onClose}
      isReady={!hasRatio || (Number(shares.now) > 0 && Number(shares.before) > 0)}
      onSubmit={() =>
        decide.mutate(undefined, {
          onSuccess: () => {
            done(`Recorded as: ${KINDS[kind]}.`);
            onClose();
          },
        })
      }
    >
      <Text size="sm">{action.raw}</Text>
      <Select
        label="Type"
        data={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: KINDS[value] }))}
        value={kind}
        onChange={(value) => setKind((value ?? 'SPLIT') as Kind)}
        allowDeselect={false}
        data-autofocus
      />
      {hasRatio && (
        <Group grow align="flex-end">
          <NumberInput
            label="Shares afterwards"
            description="All shares after the action. A 1:1 bonus turns 1 into 2."
            min={0}
            hideControls
            value={shares.now}
            onChange={(now) => setShares({ ...shares, now })}
            required
          />
          <NumberInput
            label="Shares before"
            description="How many shares they replace."
            min={0}
            hideControls
            value={shares.before}
            onChange={(before) => setShares({ ...shares, before })}
            required
          />
        </Group>
      )}
    </Form>
  );
}
