/** A file of prices, or a list of an exchange: what it holds, and its import. */
import { Button, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import type { MarketFile as MarketFileView } from '../../api/types.ts';
import { focused } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { Failure } from '../../components/notices.tsx';
import type { MarketFields } from './upload-file.ts';

const count = (value: number): string => value.toLocaleString('en-IN');
const INDEXES = ['NIFTY50', 'NIFTY500'];

/** The fields that the server asks for, by its refusal. */
const missing = (error: Error | null): string[] =>
  error instanceof ApiError ? error.errors.map(({ field }) => field) : [];

export function MarketFile({ file, onRestart }: { file: File; onRestart: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState<MarketFields>({ symbol: '', index: '', as_of: '' });
  const send = useMutation({
    mutationFn: (isPreview: boolean) => api.marketFiles.send(file, fields, isPreview),
    onSuccess: ({ is_imported }) => (is_imported ? client.invalidateQueries() : undefined),
  });
  useEffect(() => send.mutate(true), []);
  const asked = missing(send.error);
  const isAsked = asked.some((field) => ['symbol', 'index', 'as_of'].includes(field));
  const set = (change: Partial<MarketFields>): void => setFields({ ...fields, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate(true);
  };
  return (
    <Stack>
      {send.isPending && <Text aria-live="polite">Reading {file.name}</Text>}
      {send.error !== null && (
        <Stack>
          <Failure error={send.error} />
          {isAsked && (
            <form onSubmit={submit}>
              <Group align="flex-end">
                {asked.includes('symbol') ? (
                  <TextInput
                    label="Symbol, ISIN or index"
                    value={fields.symbol}
                    onChange={(event) => set({ symbol: event.currentTarget.value })}
                    maxLength={64}
                  />
                ) : (
                  <>
                    <Select
                      label="Index"
                      data={INDEXES}
                      value={fields.index || null}
                      onChange={(index) => set({ index: index ?? '' })}
                    />
                    <TextInput
                      type="date"
                      label="Date of the list"
                      value={fields.as_of}
                      onChange={(event) => set({ as_of: event.currentTarget.value })}
                    />
                  </>
                )}
                <Button type="submit">Read the file</Button>
              </Group>
            </form>
          )}
        </Stack>
      )}
      {send.data !== undefined && !send.isPending && <Contents file={send.data} />}
      <Group>
        {send.data?.is_imported === false && (
          <Button size="md" loading={send.isPending} onClick={() => send.mutate(false)}>
            Import market data
          </Button>
        )}
        <Button variant="subtle" onClick={onRestart}>
          {send.data?.is_imported === true ? 'Import another file' : 'Choose another file'}
        </Button>
      </Group>
    </Stack>
  );
}

const UNITS = { prices: 'Closes', 'corporate actions': 'Announcements', list: 'Instruments' } as const;

function Contents({ file }: { file: MarketFileView }) {
  const { is_imported, kind, from, to } = file;
  const rows: [string, string][] = [
    ['Kind', file.title],
    ...(kind === 'list' ? [] : ([['Symbols', count(file.symbols)]] as [string, string][])),
    [UNITS[kind], count(file.rows)],
    ...(from === null || to === null
      ? []
      : ([['Days', from === to ? day(from) : `${day(from)} to ${day(to)}`]] as [string, string][])),
    ...(
      [
        [is_imported ? 'Added to the registry' : 'New in the registry', file.registered],
        ['Excluded rows', file.excluded_rows],
        ['Rows with problems', file.issue_count],
        ['Rejected closes', file.rejected],
        ['Differ from stored closes', file.conflicts],
      ] as [string, number][]
    )
      .filter(([, value]) => value > 0)
      .map(([label, value]): [string, string] => [label, count(value)]),
    ...(is_imported
      ? ([
          ['New', count(file.added)],
          ['Replaced', count(file.changed)],
        ] as [string, string][])
      : []),
  ];
  return (
    <Stack className="panel" p="lg" role="status">
      <Title order={2} size="h3" ref={focused} tabIndex={-1}>
        {is_imported ? `Imported ${file.file}` : `${file.file} is market data`}
      </Title>
      <Text c="dimmed" size="sm">
        All users of this installation share it. Only the owner may import it.
      </Text>
      <Table w="min(480px, 100%)">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              <Table.Td ta="right" className="figure">
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {file.excluded_symbols > 0 && (
        <Notice tone="info" title="Neither in a portfolio nor in the registry">
          {file.excluded.map(({ symbol }) => symbol).join(', ')}
          {file.excluded_symbols > file.excluded.length &&
            ` and ${count(file.excluded_symbols - file.excluded.length)} more`}
        </Notice>
      )}
      {file.issues.map(({ line, message }) => (
        <Text key={line} size="sm">
          Line {line}: {message}
        </Text>
      ))}
    </Stack>
  );
}
