/** A broker's F&O tradebook: chosen, looked at, imported into the options workspace. */
import { Button, Card, FileButton, Group, List, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import type { TradebookView } from '../../../../../core/options/index.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { Fact } from '../../components/fact.tsx';
import { Notice } from '../../components/notice.tsx';
import { Failure } from '../../components/notices.tsx';

const ISSUES_SHOWN = 20;
const UNKNOWN = 'A contract expired without a closing fill, and its settlement price is unknown.';

const formOf = (file: File, strategy: string): FormData => {
  const form = new FormData();
  if (strategy.trim() !== '') form.set('strategy', strategy.trim());
  form.set('file', file);
  return form;
};

export function TradebookImport() {
  const [strategy, setStrategy] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const client = useQueryClient();
  const preview = useMutation({
    mutationFn: (chosen: File) => api.optionTradebook.preview(formOf(chosen, strategy)),
  });
  const commit = useMutation({
    mutationFn: (chosen: File) => api.optionTradebook.import(formOf(chosen, strategy)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['options'] }),
  });
  const restart = (): void => {
    setFile(null);
    preview.reset();
    commit.reset();
  };
  const take = (chosen: File | null): void => {
    if (chosen === null) return;
    commit.reset();
    setFile(chosen);
    preview.mutate(chosen);
  };
  const shown = commit.data ?? preview.data;
  const error = commit.error ?? preview.error;
  return (
    <Card withBorder component="section" aria-labelledby="fo-tradebook">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="fo-tradebook">
          F&O tradebook
        </Title>
        <Text size="sm" c="dimmed">
          Futures and options go into the options workspace: fills become closed trades with their costs.
          Works with Zerodha’s F&O tradebook, and any CSV with date, time, side, quantity, price and the
          contract.
        </Text>
        {shown === undefined && (
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Strategy"
              placeholder="tradebook"
              maxLength={60}
              value={strategy}
              onChange={(event) => setStrategy(event.currentTarget.value)}
            />
            <FileButton onChange={take} accept=".csv,.txt,.tsv,text/csv">
              {(props) => (
                <Button {...props} variant="light" loading={preview.isPending}>
                  Choose an F&O tradebook
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        {error !== null && <Failure error={error} retry={restart} />}
        {shown !== undefined && (
          <>
            <Summary name={file?.name ?? ''} view={shown} />
            <Group gap="sm">
              {!shown.is_imported && shown.fills.new > 0 && file !== null && (
                <Button loading={commit.isPending} onClick={() => commit.mutate(file)}>
                  Import {shown.fills.new.toLocaleString('en-IN')} fills
                </Button>
              )}
              <Button variant="default" onClick={restart}>
                {shown.is_imported ? 'Import another' : 'Cancel'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}

function Summary({ name, view }: { name: string; view: TradebookView }) {
  const { fills, trades } = view;
  return (
    <Stack gap="xs" w="100%">
      <Text fw={600} aria-live="polite">
        {view.is_imported ? `Imported ${name}` : name}
      </Text>
      <dl className="facts">
        <Fact name="Fills">{`${fills.new} new, ${fills.known} imported before`}</Fact>
        <Fact name="Trades">{`${trades.closed} closed, ${trades.open} open, ${trades.unknown} with an unknown result`}</Fact>
        {view.from !== null && (
          <Fact name="Period">{`${day(view.from)} to ${day(view.to ?? view.from)}`}</Fact>
        )}
        <Fact name="Gross">
          <Change value={view.gross} currency="INR" reason="No trade is closed." />
        </Fact>
        <Fact name="Costs">
          <Amount value={view.costs} currency="INR" reason="No trade is closed." />
        </Fact>
        <Fact name="Net">
          <Change value={view.net} currency="INR" reason="No trade is closed." />
        </Fact>
      </dl>
      {view.newest_trades.length > 0 && <Trades view={view} />}
      {view.unsettled.length > 0 && (
        <Notice tone="caution" title="Expired without a closing fill">
          {view.unsettled.map(({ underlying, expiry }) => `${underlying} of ${day(expiry)}`).join(', ')}. The
          result is unknown until you enter the settlement price
          {view.is_imported ? ' below.' : ', which you can do here after importing.'}
        </Notice>
      )}
      {view.other_rows > 0 && (
        <Text size="sm">
          {view.other_rows.toLocaleString('en-IN')} rows of shares and funds are excluded here. To include
          them, import the file above as well.
        </Text>
      )}
      <Problems view={view} />
      {view.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function Trades({ view }: { view: TradebookView }) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label="Newest trades of the file">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Contract</Table.Th>
            <Table.Th>Expiry</Table.Th>
            <Table.Th ta="right">Net</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {view.newest_trades.map((trade) => (
            <Table.Tr key={trade.tag}>
              <Table.Td>{trade.underlying}</Table.Td>
              <Table.Td>{trade.expiry}</Table.Td>
              <Table.Td ta="right">
                {trade.state === 'OPEN' ? (
                  'open'
                ) : (
                  <Change value={trade.net} currency="INR" reason={UNKNOWN} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Problems({ view }: { view: TradebookView }) {
  const { issues, issue_count, excluded, refused } = view;
  if (issue_count + excluded.length + refused.length === 0) return null;
  const more = issue_count - Math.min(issue_count, ISSUES_SHOWN);
  return (
    <List size="sm" aria-label="Rows with problems">
      {issues.slice(0, ISSUES_SHOWN).map(({ row, message }) => (
        <List.Item key={row}>{`Row ${row}: ${message}`}</List.Item>
      ))}
      {more > 0 && <List.Item>{`and ${more.toLocaleString('en-IN')} more`}</List.Item>}
      {excluded.map(({ reason, rows }) => (
        <List.Item key={reason}>{`${rows} excluded: ${reason}`}</List.Item>
      ))}
      {refused.map(({ tag, message }) => (
        <List.Item key={message}>{`${tag ?? 'A trade'}: ${message}`}</List.Item>
      ))}
    </List>
  );
}
