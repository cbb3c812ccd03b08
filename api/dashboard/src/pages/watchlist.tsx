/** What is watched without having to be held, and what to be told of. */
import { Button, Stack } from '@mantine/core';
import { IconBellPlus, IconEye, IconPlus } from '../icons.ts';
import { useRef, useState } from 'react';
import { api } from '../api/endpoints.ts';
import { useAlerts, useWatchlist } from '../api/queries.ts';
import type { Alert, WatchlistItem } from '../api/types.ts';
import { ConfirmDeletion } from '../components/confirm-deletion.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { AlertEdit } from './watchlist/alert-edit.tsx';
import { AlertForm } from './watchlist/alert-form.tsx';
import { alertColumns, itemColumns } from './watchlist/columns.tsx';
import { Headlines } from './watchlist/headlines.tsx';
import { ItemForm } from './watchlist/item-form.tsx';

export default function WatchlistPage() {
  const items = useWatchlist();
  const alerts = useAlerts();
  const [isAdding, setIsAdding] = useState(false);
  const [alertOn, setAlertOn] = useState<string | null>(null);
  const [edited, setEdited] = useState<Alert | null>(null);
  const [newsOn, setNewsOn] = useState<WatchlistItem | null>(null);
  const [doomedItem, setDoomedItem] = useState<WatchlistItem | null>(null);
  const [doomedAlert, setDoomedAlert] = useState<Alert | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const alertButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      ref={addButton}
      onClick={() => setIsAdding(true)}
    >
      Add to watchlist
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
          Prices of instruments you follow, whether or not you hold them.
        </Heading>
        <Loaded query={items}>
          {(page) =>
            page.items.length === 0 ? (
              <Empty icon={<IconEye />} title="Your watchlist is empty" actions={add}>
                Add shares, funds or ETFs to follow their prices.
              </Empty>
            ) : (
              <div className="panel">
                <DataTable
                  caption="Watchlist"
                  columns={itemColumns}
                  rows={page.items}
                  keyOf={({ id }) => id}
                  actions={(row) => (
                    <>
                      {small('News', row.symbol, () => setNewsOn(row))}
                      {small('Alert', row.symbol, () => setAlertOn(row.symbol))}
                      {small('Remove', row.symbol, () => setDoomedItem(row), 'red')}
                    </>
                  )}
                />
              </div>
            )
          }
        </Loaded>
      </section>
      <section aria-label="Alerts">
        <Heading title="Alerts" order={2} actions={addAlert}>
          You are alerted once per crossing, in the chat and under Notifications.
        </Heading>
        <Loaded query={alerts}>
          {(page) =>
            page.items.length === 0 ? (
              <Empty icon={<IconBellPlus />} title="No alerts yet" actions={addAlert}>
                Get an alert when a price crosses a level, a price moves sharply in a day, or your portfolio
                falls below its peak.
              </Empty>
            ) : (
              <div className="panel">
                <DataTable
                  caption="Alerts"
                  columns={alertColumns}
                  rows={page.items}
                  keyOf={({ id }) => id}
                  actions={(row) => (
                    <>
                      {small('Change', row.label, () => setEdited(row))}
                      {small('Delete', row.label, () => setDoomedAlert(row), 'red')}
                    </>
                  )}
                />
              </div>
            )
          }
        </Loaded>
      </section>
      <ItemForm opened={isAdding} onClose={() => setIsAdding(false)} />
      <AlertForm on={alertOn} onClose={() => setAlertOn(null)} />
      <AlertEdit alert={edited} onClose={() => setEdited(null)} />
      <Headlines item={newsOn} onClose={() => setNewsOn(null)} />
      <ConfirmDeletion
        row={doomedItem}
        remove={api.watchlist.remove}
        title="Remove from watchlist"
        action="Remove"
        gone={({ symbol }) => `${symbol} removed from your watchlist.`}
        onClose={() => setDoomedItem(null)}
        goOn={() => addButton.current}
      >
        {({ symbol, alerts: told }) =>
          `${symbol} goes${told > 0 ? ` with ${told === 1 ? 'its alert' : `its ${told} alerts`}` : ''}. Your holdings do not change.`
        }
      </ConfirmDeletion>
      <ConfirmDeletion
        row={doomedAlert}
        remove={api.alerts.remove}
        title="Delete an alert"
        gone={() => 'Alert deleted.'}
        onClose={() => setDoomedAlert(null)}
        goOn={() => alertButton.current}
      >
        {({ label }) => `You will no longer be alerted: ${label}.`}
      </ConfirmDeletion>
    </Stack>
  );
}
