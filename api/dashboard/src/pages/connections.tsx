/** The brokers that Munim reads by itself: how each connection fares, when it is read next, and what it waits for. */
import { Box, Button, SimpleGrid } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '../icons.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../api/endpoints.ts';
import { useBrokers, useConnections } from '../api/queries.ts';
import type { Connection } from '../api/types.ts';
import { ConfirmDeletion } from '../components/confirm-deletion.tsx';
import { goOnAt } from '../components/focused.ts';
import { Heading } from '../components/heading.tsx';
import { Empty, QueryFailure, Loaded, LoadingRows } from '../components/notices.tsx';
import { BroughtLogin } from './connections/brought-login.tsx';
import { cardId, ConnectionCard } from './connections/connection-card.tsx';
import { ConnectionForm } from './connections/connection-form.tsx';
import { LoginForm } from './connections/login-form.tsx';
import { OtpForm } from './connections/otp-form.tsx';
import { PortfolioForm } from './connections/portfolio-form.tsx';
import { useSync } from './connections/use-sync.ts';

type Dialogue =
  | { kind: 'edit' | 'login' | 'otp' | 'portfolio' | 'delete'; connection: Connection }
  | { kind: 'new' }
  | null;

export default function Connections() {
  const connections = useConnections();
  const brokers = useBrokers();
  const now = useNow();
  const sync = useSync();
  const [dialogue, setDialogue] = useState<Dialogue>(null);
  const [address, setAddress] = useSearchParams();
  const brought = address.get('request_token') ?? '';
  const forget = (): void => setAddress({}, { replace: true });
  const addButton = useRef<HTMLButtonElement>(null);
  const close = (): void => setDialogue(null);
  const of = (kind: 'edit' | 'login' | 'otp' | 'portfolio' | 'delete'): Connection | null =>
    dialogue?.kind === kind ? dialogue.connection : null;
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      ref={addButton}
      onClick={() => setDialogue({ kind: 'new' })}
      disabled={brokers.data === undefined}
    >
      New connection
    </Button>
  );

  return (
    <>
      <Heading help="connections" title="Connections" actions={add}>
        Brokers that Munim syncs automatically. It never buys or sells.
      </Heading>
      {brokers.error && !brokers.data && (
        <Box mb="sm">
          <QueryFailure query={brokers} />
        </Box>
      )}
      {brought !== '' && connections.data && (
        <BroughtLogin
          connections={connections.data.items}
          onChoose={(connection) => setDialogue({ kind: 'login', connection })}
          onDismiss={forget}
        />
      )}
      <Loaded query={connections} skeleton={<LoadingRows rows={2} height={220} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              icon={<IconPlugConnected />}
              title="No broker is connected"
              actions={
                <>
                  {add}
                  <Button component={Link} to="/data/import" variant="default">
                    Import a file instead
                  </Button>
                </>
              }
            >
              Munim syncs the holdings and trades of a connected broker every half hour or once a day. Import
              older trades from the broker's files.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {items.map((connection) => (
                <ConnectionCard
                  key={connection.id}
                  connection={connection}
                  now={now}
                  run={sync.runs[connection.id]}
                  onSync={() => sync.start(connection.id)}
                  onLogin={() => setDialogue({ kind: 'login', connection })}
                  onOtp={() => setDialogue({ kind: 'otp', connection })}
                  onPortfolio={() => setDialogue({ kind: 'portfolio', connection })}
                  onEdit={() => setDialogue({ kind: 'edit', connection })}
                  onDelete={() => setDialogue({ kind: 'delete', connection })}
                />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <ConnectionForm
        connection={dialogue?.kind === 'new' ? 'new' : of('edit')}
        brokers={brokers.data?.brokers ?? []}
        onClose={close}
        onSaved={(saved, isNew) => {
          sync.forget(saved.id);
          if (isNew && saved.role !== 'TRADING') sync.start(saved.id);
        }}
      />
      <LoginForm
        connection={of('login')}
        brought={brought}
        onClose={close}
        onDone={({ id }) => {
          if (brought !== '') forget();
          sync.start(id);
          goOnAt(() => document.getElementById(cardId(id)));
        }}
      />
      <OtpForm
        connection={of('otp')}
        onClose={close}
        onDone={({ id }) => {
          sync.start(id);
          goOnAt(() => document.getElementById(cardId(id)));
        }}
      />
      <PortfolioForm
        connection={of('portfolio')}
        onClose={close}
        onDone={({ id }) => {
          sync.start(id);
          goOnAt(() => document.getElementById(cardId(id)));
        }}
      />
      <ConfirmDeletion
        row={of('delete')}
        remove={api.connections.remove}
        title="Delete a connection"
        gone={({ label }) => `${label} deleted.`}
        onClose={close}
        goOn={() => addButton.current}
      >
        {({ label, portfolio }) =>
          `${label} will no longer sync, and its credentials are deleted. The portfolio ${portfolio} keeps its holdings and transactions.`
        }
      </ConfirmDeletion>
    </>
  );
}

/** The time, moving on twice a minute, for what is said relative to it. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
