/** What the file holds, what is wrong with it and what will be done, before anything is written. */
import { Badge, Box, Button, Group, Radio, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '../../icons.ts';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import { recognisedIn } from './recognised.ts';
import type { CommitInput, ImportPreview, ImportResult } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { focused } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { Failure } from '../../components/notices.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import { ExcludedTable } from './excluded-table.tsx';
import { IssueList, type Overrides } from './issue-list.tsx';
import { PreviewTable } from './preview-table.tsx';
import { disagreeing, ProofSummary, ProofTable } from './proof.tsx';
import { RealisedTable } from './realised-table.tsx';
import { type Answers, answersFor, Questions } from './questions.tsx';

interface PreviewProps {
  preview: ImportPreview;
  onCommitted: (result: ImportResult) => void;
  onRestart: () => void;
  /** Where the way back leads; to another file unless told. */
  restartTitle?: string;
}

const count = (value: number): string => value.toLocaleString('en-IN');
const rowsOf = (value: number): string => `${count(value)} ${value === 1 ? 'row' : 'rows'}`;

export function Preview({ preview, onCommitted, onRestart, restartTitle = 'Another file' }: PreviewProps) {
  const [mode, setMode] = useState<'merge' | 'replace'>('merge');
  const [portfolio, setPortfolio] = useState('');
  const [overrides, setOverrides] = useState<Overrides>({});
  const [answers, setAnswers] = useState<Answers>({});
  const [isAsking, setIsAsking] = useState(false);
  const commit = usePortfolioChange((body: CommitInput) => api.csv.commit(body));
  const target = portfolio.trim();
  const invalidRows = preview.invalid_rows;
  const corrected = Object.keys(overrides).length;
  const noun = preview.type === 'transactions' ? 'transactions' : 'holdings';
  const { questions, proof, realised } = preview;
  // Rows that wait for the order of their dates have no other problem, as a rule.
  const answered = questions.find(({ field }) => field === 'date_order')?.rows ?? 0;
  const ready = preview.valid_rows + Math.min(invalidRows, corrected + answered);
  const isReady = ready > 0 && (mode === 'merge' || target !== '');

  const run = (): void => {
    setIsAsking(false);
    commit.mutate(
      {
        import_id: preview.import_id,
        rows: 'all',
        row_overrides: overrides,
        mode,
        ...answersFor(questions, answers),
        ...(target ? { portfolio: target } : {}),
      },
      { onSuccess: onCommitted },
    );
  };

  return (
    <Stack>
      <Group justify="space-between">
        <Stack gap={2}>
          <Title order={2} size="h4" ref={focused} tabIndex={-1}>
            {preview.file_name ?? 'Your file'}
          </Title>
          <Text size="sm" c="dimmed">
            {preview.format_title}, read as {noun}.
          </Text>
        </Stack>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onRestart}
        >
          {restartTitle}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Count label="Rows in the file" value={preview.total_rows} />
        <Count label="Ready to import" value={preview.valid_rows} />
        <Count
          label="With problems"
          value={invalidRows}
          note={corrected > 0 ? `${count(corrected)} corrected` : ''}
        />
        <Count label="Excluded" value={preview.excluded_count} />
      </SimpleGrid>
      {preview.unmapped_columns.length > 0 && (
        <Text size="sm" c="dimmed">
          Unused columns: {preview.unmapped_columns.join(', ')}.
        </Text>
      )}
      <ProofSummary preview={preview} />
      <Questions questions={questions} answers={answers} onChange={setAnswers} />
      <Box className="panel" p="xs">
        <Tabs defaultValue={firstTab(preview)} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="preview">First rows</Tabs.Tab>
            <Tabs.Tab
              value="issues"
              disabled={invalidRows === 0}
              rightSection={<Tally value={invalidRows} color="orange" />}
            >
              Problems
            </Tabs.Tab>
            <Tabs.Tab
              value="excluded"
              disabled={preview.excluded_count === 0}
              rightSection={<Tally value={preview.excluded_count} color="gray" />}
            >
              Excluded
            </Tabs.Tab>
            {realised !== null && (
              <Tabs.Tab value="realised" rightSection={<Tally value={realised.differing} color="orange" />}>
                Realised gains
              </Tabs.Tab>
            )}
            {(proof.totals.length > 0 || proof.amounts_differing > 0) && (
              <Tabs.Tab
                value="proof"
                rightSection={<Tally value={disagreeing({ ...preview, realised: null })} color="orange" />}
              >
                Checks
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="preview" pt="xs">
            <PreviewTable rows={preview.preview} mapping={preview.mapping} />
          </Tabs.Panel>
          <Tabs.Panel value="issues" pt="xs">
            <IssueList preview={preview} overrides={overrides} onChange={setOverrides} />
          </Tabs.Panel>
          <Tabs.Panel value="excluded" pt="xs">
            <ExcludedTable preview={preview} />
          </Tabs.Panel>
          {realised !== null && (
            <Tabs.Panel value="realised" pt="xs">
              <RealisedTable realised={realised} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="proof" pt="xs">
            <ProofTable preview={preview} />
          </Tabs.Panel>
        </Tabs>
      </Box>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Radio.Group
          label="How"
          value={mode}
          onChange={(value) => setMode(value === 'replace' ? 'replace' : 'merge')}
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="merge"
              label="Add new rows"
              description="Existing records do not change. Importing a file twice changes nothing."
            />
            <Radio
              value="replace"
              label={`Replace the portfolio's ${noun}`}
              description={`Deletes the ${noun} of one portfolio first. Everything else stays.`}
            />
          </Stack>
        </Radio.Group>
        <PortfolioField
          label="Into portfolio"
          description={
            mode === 'replace'
              ? 'The portfolio whose rows are replaced.'
              : preview.recognised === null
                ? `Leave empty to use each row’s portfolio, or ${preview.portfolio} if it has none.`
                : `Leave empty to use ${recognisedIn(preview.recognised)}`
          }
          value={portfolio}
          onChange={setPortfolio}
          required={mode === 'replace'}
        />
      </SimpleGrid>
      {commit.error && <Failure error={commit.error} />}
      <Group>
        <Button
          size="md"
          loading={commit.isPending}
          disabled={!isReady}
          onClick={() => (mode === 'replace' ? setIsAsking(true) : run())}
        >
          Import {rowsOf(ready)}
        </Button>
        {invalidRows > corrected + answered && (
          <Text size="sm" c="dimmed">
            {rowsOf(invalidRows - corrected - answered)} with problems: they wait until you correct them, here
            or later.
          </Text>
        )}
      </Group>
      {commit.isPending && (
        <Notice tone="info" role="status">
          Importing. You can close this page; the import will finish.
        </Notice>
      )}
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={run}
        title={`Replace the ${noun} of ${target}`}
        action="Replace"
        typed={target}
      >
        Every one of the {noun} in {target} will be deleted and replaced by the rows of this file. You cannot
        undo this.
      </Confirm>
    </Stack>
  );
}

/** What there is to look at first. */
function firstTab({ valid_rows, invalid_rows, realised }: ImportPreview): string {
  if (valid_rows > 0) return 'preview';
  if (realised !== null) return 'realised';
  return invalid_rows > 0 ? 'issues' : 'preview';
}

function Count({ label, value, note }: { label: string; value: number; note?: string }) {
  return (
    <Stack gap={0} className="panel" p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="xl" className="figure">
        {count(value)}
      </Text>
      {note && (
        <Text size="xs" c="teal" aria-live="polite">
          {note}
        </Text>
      )}
    </Stack>
  );
}

function Tally({ value, color }: { value: number; color: string }) {
  return value === 0 ? null : (
    <Badge size="sm" variant="light" color={color}>
      {count(value)}
    </Badge>
  );
}
