/** Trades of a synced account of which only the person can say which share they are of. */
import { Autocomplete, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useConnections, usePortfolioChange } from '../../api/queries.ts';
import type { Connection } from '../../api/types.ts';
import { Form } from '../../components/form.tsx';
import { problemsOf } from '../../components/draft.ts';
import { done } from '../../components/toast.tsx';

type TradeName = Connection['trade_names'][number];

/** The questions of all connections, open ones first, and the answers with the way back. */
export function TradeNames() {
  const connections = useConnections().data?.items ?? [];
  const asked = connections.flatMap((connection) =>
    connection.trade_names.map((name) => ({ connection, name })),
  );
  if (asked.length === 0) return null;
  return (
    <Stack
      gap="sm"
      className="panel"
      p="md"
      component="section"
      aria-label="Which share are these trades of?"
    >
      <Title order={3} size="h5">
        Which share are these trades of?
      </Title>
      <Text size="sm" c="dimmed">
        The broker gives them a name that may be of several shares. They are booked once you answer, and so
        are later trades of that name.
      </Text>
      {asked.map(({ connection, name }) =>
        name.symbol === null ? (
          <Question key={`${connection.id} ${name.name}`} connection={connection} name={name} />
        ) : (
          <Answered key={`${connection.id} ${name.name}`} connection={connection} name={name} />
        ),
      )}
    </Stack>
  );
}

const tradesOf = ({ trades, from, to }: TradeName): string =>
  `${trades.toLocaleString('en-IN')} ${trades === 1 ? 'trade' : 'trades'}, ${from === to ? day(from) : `${day(from)} to ${day(to)}`}`;

function Question({ connection, name }: { connection: Connection; name: TradeName }) {
  const [symbol, setSymbol] = useState('');
  const save = usePortfolioChange(() =>
    api.connections.answerTradeName(connection.id, { name: name.name, symbol: symbol.trim() }),
  );
  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: () => done(`Trades of ${name.name} are booked as ${symbol.trim().toUpperCase()}.`),
        })
      }
      onCancel={() => setSymbol('')}
      isReady={symbol.trim() !== ''}
      action="Book"
    >
      <Autocomplete
        label={`${name.name} of ${connection.label}`}
        description={`${tradesOf(name)}. Choose a holding, or type the symbol of another share.`}
        data={[...new Set([...name.candidates, name.name])]}
        value={symbol}
        onChange={setSymbol}
        error={problemsOf(save.error)['symbol']}
        maxLength={128}
      />
    </Form>
  );
}

function Answered({ connection, name }: { connection: Connection; name: TradeName }) {
  const undo = usePortfolioChange(() =>
    api.connections.answerTradeName(connection.id, { name: name.name, symbol: null }),
  );
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {name.name} of {connection.label} is {name.symbol} ({tradesOf(name)}).
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={undo.isPending}
        aria-label={`Undo the answer for ${name.name}`}
        onClick={() =>
          undo.mutate(undefined, {
            onSuccess: () => done(`Trades of ${name.name} wait for your answer again.`),
          })
        }
      >
        Undo
      </Button>
    </Group>
  );
}
