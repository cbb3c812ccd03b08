import { Anchor, Badge, Box, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '../../icons.ts';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import type { Connection } from '../../api/types.ts';
import { CardButtons } from '../../components/card-buttons.tsx';
import { Fact } from '../../components/fact.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Run } from './use-sync.ts';
import { ago, countsInWords, nextAttempt, ROLES, STATES } from './words.ts';

interface ConnectionCardProps {
  connection: Connection;
  now: number;
  run: Run | undefined;
  onSync: () => void;
  onLogin: () => void;
  onOtp: () => void;
  onPortfolio: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export const cardId = (id: string): string => `connection-${id}`;

/** One connection: whose it is, how it fares, what happens next, and what can be done about it. */
export function ConnectionCard({ connection, now, run, ...actions }: ConnectionCardProps) {
  const { label, broker_title, role, account, portfolio, sync } = connection;
  const id = useId();
  const isRunning = run?.state === 'running' || sync.state === 'RUNNING';
  const state = STATES[isRunning ? 'RUNNING' : sync.state];
  return (
    <Stack
      className="panel"
      p="md"
      gap="sm"
      component="section"
      aria-labelledby={id}
      id={cardId(connection.id)}
      tabIndex={-1}
    >
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" id={id} style={{ overflowWrap: 'anywhere' }}>
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {broker_title}
            {account !== null && `, account ${account}`}
          </Text>
        </div>
        <Badge color={state.color} variant="light" style={{ flexShrink: 0 }}>
          {state.label}
        </Badge>
      </Group>
      {isRunning ? (
        <Running since={startOf(connection, run)} />
      ) : (
        <Outcome connection={connection} run={run} />
      )}
      <dl className="facts">
        <Fact name="Role">{ROLES[role].label}</Fact>
        <Fact name="Portfolio">
          <Anchor component={Link} to={`/holdings?portfolio=${encodeURIComponent(portfolio)}`} inherit>
            {portfolio}
          </Anchor>
        </Fact>
        {role !== 'TRADING' && (
          <Fact name="Last sync">
            {sync.last_success_at === null ? (
              'None yet'
            ) : (
              <span title={moment(sync.last_success_at)}>{ago(sync.last_success_at, now)}</span>
            )}
            {sync.last_result !== null && run?.state !== 'ended' && (
              <Text size="sm" c="dimmed">
                {countsInWords(sync.last_result)}
              </Text>
            )}
          </Fact>
        )}
        <Fact name="Next sync">{isRunning ? 'Running now.' : nextAttempt(connection, now)}</Fact>
        <Fact name="Credentials">
          <Credentials credentials={connection.credentials} />
        </Fact>
      </dl>
      <Group gap="xs" mt="auto">
        {connection.trade_names.some((name) => name.symbol === null) && (
          <Button
            component={Link}
            to="/data/import"
            size="compact-sm"
            aria-label={`Say which shares trades of ${label} are of`}
          >
            Which share?
          </Button>
        )}
        <NextStep connection={connection} isRunning={isRunning} {...actions} />
        <CardButtons name={label} onEdit={actions.onEdit} onDelete={actions.onDelete} />
      </Group>
    </Stack>
  );
}

const startOf = ({ sync }: Connection, run: Run | undefined): number | null => {
  if (run?.state === 'running') return run.since;
  return sync.last_attempt_at === null ? null : Date.parse(sync.last_attempt_at);
};

/** A sync under way. How long it takes is up to the broker, so the time it has taken is all there is to tell. */
function Running({ since }: { since: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = since === null ? 0 : Math.floor((now - since) / 1000);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          Reading holdings and trades.
        </Text>
        {seconds >= 3 && (
          <Text size="sm" c="dimmed" className="figure" aria-hidden>
            {seconds} s
          </Text>
        )}
      </Group>
      <Progress value={100} animated size="sm" aria-label="Sync" />
    </Stack>
  );
}

/** What a person should know first: why it was refused or failed, else what the sync just asked for came to. */
function Outcome({ connection: { sync }, run }: { connection: Connection; run: Run | undefined }) {
  const trouble = run?.state === 'refused' ? run.error.message : sync.reason;
  const counts = run?.state === 'ended' ? run.outcome.counts : null;
  return (
    <Box role="status" aria-live="polite" mt={trouble === null && counts === null ? -12 : 0}>
      {trouble !== null && (
        <Notice tone="caution" role="note">
          {trouble}
        </Notice>
      )}
      {trouble === null && counts !== null && (
        <Notice tone="done" role="note">
          {countsInWords(counts)}
        </Notice>
      )}
    </Box>
  );
}

type Steps = Pick<ConnectionCardProps, 'connection' | 'onSync' | 'onLogin' | 'onOtp' | 'onPortfolio'> & {
  isRunning: boolean;
};

/** The one thing to do next stands first and filled. */
function NextStep({ connection, isRunning, onSync, onLogin, onOtp, onPortfolio }: Steps) {
  const { label, role, sync, portfolio_question } = connection;
  if (sync.state === 'NEEDS_PORTFOLIO') {
    return (
      <Button size="compact-sm" onClick={onPortfolio} aria-label={`Choose the portfolio of ${label}`}>
        Choose the portfolio
      </Button>
    );
  }
  if (sync.state === 'NEEDS_OTP') {
    return (
      <Button size="compact-sm" onClick={onOtp} aria-label={`Enter the password for ${label}`}>
        Enter the password
      </Button>
    );
  }
  const canSync = !isRunning && sync.state !== 'OFF';
  const login = connection.login_url !== null && (
    <Button
      size="compact-sm"
      variant={sync.state === 'NEEDS_LOGIN' ? 'filled' : 'light'}
      leftSection={<IconExternalLink size={14} aria-hidden />}
      onClick={onLogin}
      aria-label={`Log in for ${label}`}
    >
      Log in
    </Button>
  );
  return (
    <>
      {sync.state === 'NEEDS_LOGIN' && login}
      {role !== 'TRADING' && (
        <Button
          size="compact-sm"
          variant={sync.state === 'NEEDS_LOGIN' ? 'light' : 'filled'}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={canSync ? onSync : undefined}
          // not really disabled, since it would lose the focus of who pressed it
          aria-disabled={!canSync}
          data-disabled={!canSync || undefined}
          aria-label={`Sync now: ${label}`}
        >
          Sync now
        </Button>
      )}
      {sync.state !== 'NEEDS_LOGIN' && login}
      {portfolio_question !== null && !isRunning && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={onPortfolio}
          aria-label={`Choose another portfolio for ${label}`}
        >
          Choose another portfolio
        </Button>
      )}
    </>
  );
}

function Credentials({ credentials }: Pick<Connection, 'credentials'>) {
  return (
    <ul>
      {credentials.map(({ name, label, present, last4 }) => (
        <li key={name}>
          {label}: {present ? 'stored' : 'none'}
          {present && last4 !== null && (
            <>
              , ends in <span className="literal">{last4}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
