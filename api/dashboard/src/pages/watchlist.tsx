/** What is watched without having to be held, and what to be told of. */
import { Button, Stack } from '@mantine/core';
import { IconBellPlus, IconEye, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../api/endpoints.ts';
import { useAlerts, usePortfolioChange, useWatchlist } from '../api/queries.ts';
import type { Alert, WatchlistItem } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { goOnAt } from '../parts/focused.ts';
import { Heading } from '../parts/heading.tsx';
import { Empty, Loaded } from '../parts/notices.tsx';
import { done, failed } from '../parts/toast.tsx';
import { AlertEdit } from './watchlist/alert-edit.tsx';
import { AlertForm } from './watchlist/alert-form.tsx';
import { alertColumns, itemColumns } from './watchlist/columns.tsx';
import { Headlines } from './watchlist/headlines.tsx';
import { ItemForm } from './watchlist/item-form.tsx';

type Doomed = { what: 'item'; row: WatchlistItem } | { what: 'alert'; row: Alert };

export default function WatchlistPage() {
  const items = useWatchlist();
  const alerts = useAlerts();
  const [isAdding, setIsAdding] = useState(false);
  const [alertOn, setAlertOn] = useState<string | null>(null);
  const [edited, setEdited] = useState<Alert | null>(null);
  const [newsOn, setNewsOn] = useState<WatchlistItem | null>(null);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const alertButton = useRef<HTMLButtonElement>(null);
  const remove = usePortfolioChange(({ what, row }: Doomed) =>
    what === 'item' ? api.watchlist.remove(row.id) : api.alerts.remove(row.id),
  );
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      ref={addButton}
      onClick={() => setIsAdding(true)}
    >
      Watch something
    </Button>
  );
  const addAlert = (
    <Button
      leftSection={<IconBellPlus size={16} aria-hidden />}
      ref={alertButton}
      variant="light"
      onClick={() => setAlertOn('')}
    >
      New alert
    </Button>
  );
  const small = (label: string, of: string, onClick: () => void, color?: string) => (
    <Button size="compact-sm" variant="subtle" color={color} onClick={onClick} aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  );
  return (
    <Stack gap="xl">
      <section aria-label="Watchlist">
        <Heading title="Watchlist" actions={add}>
          Prices of what you keep an eye on; it need not be yours.
        </Heading>
        <Loaded query={items}>
          {(page) =>
            page.items.length === 0 ? (
              <Empty icon={<IconEye />} title="Nothing is watched yet" actions={add}>
                Put shares, funds or ETFs here to see what they did today.
              </Empty>
            ) : (
              <DataTable
                caption="Watchlist"
                columns={itemColumns}
                rows={page.items}
                keyOf={({ id }) => id}
                actionsBelow
                actions={(row) => (
                  <>
                    {small('News', row.symbol, () => setNewsOn(row))}
                    {small('Alert', row.symbol, () => setAlertOn(row.symbol))}
                    {small('Remove', row.symbol, () => setDoomed({ what: 'item', row }), 'red')}
                  </>
                )}
              />
            )
          }
        </Loaded>
      </section>
      <section aria-label="Alerts">
        <Heading title="Alerts" actions={addAlert}>
          Each crossing is told once, in the chat and under Notifications.
        </Heading>
        <Loaded query={alerts}>
          {(page) =>
            page.items.length === 0 ? (
              <Empty icon={<IconBellPlus />} title="No alert yet" actions={addAlert}>
                Be told when a price passes a level, moves much in a day, or when your portfolio falls below
                its peak.
              </Empty>
            ) : (
              <DataTable
                caption="Alerts"
                columns={alertColumns}
                rows={page.items}
                keyOf={({ id }) => id}
                actionsBelow
                actions={(row) => (
                  <>
                    {small('Change', row.label, () => setEdited(row))}
                    {small('Delete', row.label, () => setDoomed({ what: 'alert', row }), 'red')}
                  </>
                )}
              />
            )
          }
        </Loaded>
      </section>
      <ItemForm opened={isAdding} onClose={() => setIsAdding(false)} />
      <AlertForm on={alertOn} onClose={() => setAlertOn(null)} />
      <AlertEdit alert={edited} onClose={() => setEdited(null)} />
      <Headlines item={newsOn} onClose={() => setNewsOn(null)} />
      <Confirm
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title={doomed?.what === 'item' ? 'Take off the watchlist' : 'Delete an alert'}
        action={doomed?.what === 'item' ? 'Take it off' : 'Delete it'}
        busy={remove.isPending}
        onConfirm={() => {
          if (!doomed) return;
          remove.mutate(doomed, {
            onSuccess: () => {
              done(
                doomed.what === 'item'
                  ? `${doomed.row.symbol} is off the watchlist.`
                  : 'The alert is deleted.',
              );
              setDoomed(null);
              goOnAt(() => (doomed.what === 'item' ? addButton : alertButton).current);
            },
            onError: (error) => failed(error, 'It was not deleted'),
          });
        }}
      >
        {doomed?.what === 'item'
          ? `${doomed.row.symbol} goes${doomed.row.alerts > 0 ? ` with ${doomed.row.alerts === 1 ? 'its alert' : `its ${doomed.row.alerts} alerts`}` : ''}. What you hold of it stays.`
          : `${doomed?.row.label ?? ''}: you are no longer told.`}
      </Confirm>
    </Stack>
  );
}
