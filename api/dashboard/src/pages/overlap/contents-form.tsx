/** Says what a fund holds on a day: pasted rows, or a file with them. */
import { Button, FileButton, Group, Modal, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload } from '../../icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { FundHoldings, HeldFund } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { focused } from '../../components/focused.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loaded } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { type ReadRows, readRows } from './rows.ts';

interface ContentsFormProps {
  /** Null while closed. */
  fund: HeldFund | null;
  onClose: () => void;
}

export function ContentsForm({ fund, onClose }: ContentsFormProps) {
  return (
    <Modal
      opened={fund !== null}
      onClose={onClose}
      title={fund === null ? '' : `Holdings of ${fund.symbol}`}
      size="lg"
    >
      {fund && <Contents fund={fund} onClose={onClose} />}
    </Modal>
  );
}

interface FieldsProps {
  fund: HeldFund;
  onClose: () => void;
}

/** The fields begin with the contents on record, to be corrected; what is typed is never replaced by a later reading. */
function Contents({ fund, onClose }: FieldsProps) {
  const recorded = useQuery({
    queryKey: ['fund-holdings', fund.symbol],
    gcTime: 0,
    queryFn: () => api.reports.fundHoldings(fund.symbol),
    enabled: fund.is_covered,
  });
  if (!fund.is_covered) return <Fields fund={fund} recorded={null} onClose={onClose} />;
  return (
    <Loaded query={recorded}>{(data) => <Fields fund={fund} recorded={data} onClose={onClose} />}</Loaded>
  );
}

const textOf = ({ holdings }: FundHoldings): string =>
  holdings
    .map(({ stock_symbol, isin, weight_pct }) => [stock_symbol, isin ?? '', weight_pct].join('\t'))
    .join('\n');

function Fields({ fund, recorded, onClose }: FieldsProps & { recorded: FundHoldings | null }) {
  const [asOf, setAsOf] = useState(recorded?.as_of ?? '');
  const [source, setSource] = useState(recorded?.source ?? 'MANUAL');
  const [text, setText] = useState(() => (recorded === null ? '' : textOf(recorded)));
  const read = readRows(text);
  const save = usePortfolioChange(() =>
    api.reports.saveFundHoldings(fund.symbol, {
      as_of: asOf,
      source: source.trim() || 'MANUAL',
      holdings: read.rows,
    }),
  );
  const forget = usePortfolioChange((of: string) => api.reports.forgetFundHoldings(fund.symbol, of));
  const problems = problemsOf(save.error);
  const rowProblem = firstRowProblem(save.error, read);
  return (
    <Form
      change={save}
      isReady={asOf !== '' && read.issues.length === 0 && (read.rows.length > 0 || text.trim() === '')}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: ({ as_of }) => {
            done(`Holdings of ${fund.symbol} on ${day(as_of)} saved.`);
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label="As of"
          description="The date of the factsheet"
          value={asOf}
          onChange={(event) => setAsOf(event.currentTarget.value)}
          error={problems['as_of']}
          required
        />
        <TextInput
          label="Source"
          description="For your reference, such as FACTSHEET"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          error={problems['source']}
          maxLength={40}
        />
      </SimpleGrid>
      <Textarea
        label="Holdings"
        description="One company per line: symbol or name, ISIN if you have it, and percent of the fund. Paste from a spreadsheet, or load a CSV file. Leave empty for a fund without shares."
        placeholder={'Infosys Ltd, INE009A01021, 8.25\nTCS, 6.1'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problems['holdings'] ?? rowProblem}
        minRows={6}
        maxRows={14}
        autosize
        spellCheck={false}
        ref={focused}
        data-autofocus
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" aria-live="polite">
          {read.rows.length === 0 && read.issues.length === 0
            ? 'No companies yet.'
            : `${read.rows.length} ${read.rows.length === 1 ? 'company' : 'companies'}, ${Number(read.sum.toFixed(2))}% together.`}
        </Text>
        <Group gap="xs">
          {recorded && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              loading={forget.isPending}
              onClick={() =>
                forget.mutate(recorded.as_of, {
                  onSuccess: () => {
                    done(`Holdings of ${fund.symbol} on ${day(recorded.as_of)} deleted.`);
                    onClose();
                  },
                  onError: (error) => failed(error, 'Could not delete'),
                })
              }
            >
              Delete {day(recorded.as_of)}
            </Button>
          )}
          <FileButton
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            inputProps={{ 'aria-label': 'File of the fund’s holdings' }}
            onChange={(file) => void file?.text().then(setText)}
          >
            {(props) => (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconFileUpload size={14} aria-hidden />}
                {...props}
              >
                Load a file
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
      {read.issues.length > 0 && (
        <Notice tone="caution">
          {read.issues.slice(0, 4).map(({ line, message }) => (
            <Text size="sm" key={line}>
              Line {line}: {message}
            </Text>
          ))}
          {read.issues.length > 4 && <Text size="sm">And {read.issues.length - 4} more lines.</Text>}
        </Notice>
      )}
    </Form>
  );
}

/** What the server said about a single row, with the row's name. */
function firstRowProblem(error: Error | null, { rows }: ReadRows): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [field, message] = Object.entries(error.byField).find(([name]) => name.startsWith('holdings[')) ?? [];
  const at = /^holdings\[(\d+)\]/.exec(field ?? '')?.[1];
  const row = at === undefined ? undefined : rows[Number(at)];
  return message === undefined ? undefined : `${row === undefined ? '' : `${row.stock_symbol}: `}${message}`;
}
