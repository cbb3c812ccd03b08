/** The form for a new run. */
import { Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AI_RESEARCH_KEY } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import type { ResearchRun, ResearchState } from '../../api/types.ts';
import { Form } from '../../components/form.tsx';
import { SymbolField } from '../../components/symbol-field.tsx';
import { MODES } from './words.ts';

type Mode = ResearchRun['mode'];
const MODE_NAMES = Object.keys(MODES) as Mode[];

interface NewRunProps {
  opened: boolean;
  onClose: () => void;
  state: ResearchState;
}

export function NewRun({ opened, onClose, state }: NewRunProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New research">
      {opened && <Fields onClose={onClose} state={state} />}
    </Modal>
  );
}

function Fields({ onClose, state }: Omit<NewRunProps, 'opened'>) {
  const navigate = useNavigate();
  const [symbol, setSymbol] = useState('');
  const [mode, setMode] = useState<Mode>('CURRENT');
  const [cutoff, setCutoff] = useState('');
  const start = useChange(AI_RESEARCH_KEY, api.aiResearch.start);
  const isReady = symbol.trim() !== '' && (mode !== 'HISTORICAL' || cutoff !== '');
  const submit = (): void => {
    // The field is read as the time of day in India, wherever the browser is.
    const body = {
      symbol: symbol.trim(),
      mode,
      cutoff: mode === 'HISTORICAL' ? `${cutoff}:00+05:30` : undefined,
    };
    start.mutate(body, { onSuccess: ({ run_id }) => void navigate(`/research/ai/${run_id}`) });
  };
  return (
    <Form change={start} onSubmit={submit} onCancel={onClose} isReady={isReady} action="Start the research">
      <SymbolField value={symbol} onChange={setSymbol} description="A listed share, such as TCS." />
      <Stack gap={4}>
        <Text size="sm" fw={500} id="research-mode">
          Mode
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="research-mode"
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          data={MODE_NAMES.map((value) => ({ value, label: MODES[value].label }))}
        />
        <Text size="xs" c="dimmed">
          {MODES[mode].meaning}
        </Text>
      </Stack>
      {mode === 'HISTORICAL' && (
        <TextInput
          type="datetime-local"
          label="Cut-off (Indian time)"
          description="Nothing that was published later is used."
          value={cutoff}
          onChange={(event) => setCutoff(event.currentTarget.value)}
        />
      )}
      <Text size="xs" c="dimmed">
        {state.estimate.words} {state.runs_today} of {state.daily_run_limit} runs of today are used.
      </Text>
    </Form>
  );
}
