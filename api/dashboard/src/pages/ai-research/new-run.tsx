/** The form for a new run: what to research, then what it will cost and take before it begins. */
import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AI_RESEARCH_KEY } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import type { ResearchRun, ResearchState } from '../../api/types.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
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
      {opened && <Steps onClose={onClose} state={state} />}
    </Modal>
  );
}

interface Draft {
  symbol: string;
  mode: Mode;
  cutoff: string;
}

function Steps({ onClose, state }: Omit<NewRunProps, 'opened'>) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>({ symbol: '', mode: 'CURRENT', cutoff: '' });
  const [isAsked, setAsked] = useState(false);
  const start = useChange(AI_RESEARCH_KEY, api.aiResearch.start);
  const { mode, cutoff } = draft;
  const symbol = draft.symbol.trim();
  if (!isAsked)
    return (
      <Form
        change={{ error: null, isPending: false }}
        onSubmit={() => setAsked(true)}
        onCancel={onClose}
        isReady={symbol !== '' && (mode !== 'HISTORICAL' || cutoff !== '')}
        action="Continue"
      >
        <Fields draft={draft} onChange={setDraft} />
      </Form>
    );
  const submit = (): void => {
    // The field is read as the time of day in India, wherever the browser is.
    const body = { symbol, mode, cutoff: mode === 'HISTORICAL' ? `${cutoff}:00+05:30` : undefined };
    start.mutate(body, { onSuccess: ({ run_id }) => void navigate(`/research/ai/${run_id}`) });
  };
  return (
    <Form change={start} onSubmit={submit} onCancel={onClose} action="Start the research">
      <Text size="sm" fw={600}>
        {symbol.toUpperCase()}, {MODES[mode].label.toLowerCase()}
      </Text>
      <Text size="sm">{state.estimate.words}</Text>
      {state.estimate.models.length > 0 && (
        <Text size="sm" c="dimmed">
          Models get the share, its market prices and what was published or imported about it. Nothing of what
          you own of it is sent.
        </Text>
      )}
      <Text size="sm">
        You have used {state.runs_today} of {state.daily_run_limit} runs today.
      </Text>
      {state.message !== null && <Notice tone="caution">{state.message}</Notice>}
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => {
          start.reset();
          setAsked(false);
        }}
      >
        Change the share or mode
      </Button>
    </Form>
  );
}

function Fields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { symbol, mode, cutoff } = draft;
  return (
    <>
      <SymbolField
        value={symbol}
        onChange={(next) => onChange({ ...draft, symbol: next })}
        description="A listed share, such as TCS."
      />
      <Stack gap={4}>
        <Text size="sm" fw={500} id="research-mode">
          Mode
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="research-mode"
          value={mode}
          onChange={(next) => onChange({ ...draft, mode: next as Mode })}
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
          description="Only what was published by then is used."
          value={cutoff}
          onChange={(event) => onChange({ ...draft, cutoff: event.currentTarget.value })}
        />
      )}
    </>
  );
}
