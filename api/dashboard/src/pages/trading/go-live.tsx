/** “Go live”: a policy on paper that came from a backtest begins to trade over a broker connection, in three steps. */
import { Button, Group, Modal, Stack, TextInput, Title } from '@mantine/core';
import { IconBroadcast } from '../../icons.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import { useRun } from '../../api/research.ts';
import { useTradingConnections } from '../../api/trading.ts';
import type { Policy } from '../../api/types.ts';
import { focused, goOnAt } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { Failure, LoadingRows } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';
import { AccountStep, CheckStep, type GoLiveDraft, SummaryStep } from './go-live-steps.tsx';
import { GO_LIVE_WORDS, mayTrade } from './go-live-words.ts';

/** The button on a policy that may go live; nothing on any other. */
export function GoLive({ policy }: { policy: Policy }) {
  const [isOpen, setIsOpen] = useState(false);
  const { mode, status, source_run_id: runId, name } = policy;
  const close = (): void => setIsOpen(false);
  const mayAsk = mode === 'PAPER' && status === 'ACTIVE' && runId !== null;
  return (
    <>
      {mayAsk && (
        <Button
          variant="default"
          leftSection={<IconBroadcast size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          Go live
        </Button>
      )}
      <Modal
        opened={isOpen && mayAsk}
        onClose={close}
        title={`Go live: ${name}`}
        size="lg"
        closeOnClickOutside={false}
      >
        {isOpen && mayAsk && <Wizard policy={policy} runId={runId} onClose={close} />}
      </Modal>
    </>
  );
}

const STEPS = ['Check the backtest', 'Account and capital', 'Confirm'] as const;
const [CHECK, ACCOUNT, CONFIRM] = [0, 1, 2] as const;
type Step = typeof CHECK | typeof ACCOUNT | typeof CONFIRM;

interface WizardProps {
  policy: Policy;
  runId: string;
  onClose: () => void;
}

function Wizard({ policy, runId, onClose }: WizardProps) {
  const [step, setStep] = useState<Step>(CHECK);
  const [typed, setTyped] = useState('');
  const [draft, setDraft] = useState<GoLiveDraft>({ connection: null, capital: '', order_kind: 'LIMIT' });
  const run = useRun(runId);
  const connections = useTradingConnections();
  const goLive = useChange(POLICIES_KEY, async () => {
    await api.trading.goLive(policy.id, {
      broker_connection_id: draft.connection ?? '',
      capital: Number(draft.capital),
      order_kind: draft.order_kind,
    });
    done(`${policy.name} is live. Each of its plans waits for your approval.`);
    onClose();
    goOnAt(() => document.getElementById('main'));
  });
  const failure = run.error ?? connections.error;
  if (failure !== null)
    return (
      <Failure
        error={failure}
        retry={() => {
          void run.refetch();
          void connections.refetch();
        }}
      />
    );
  if (run.data === undefined || connections.data === undefined) return <LoadingRows rows={4} />;
  const usable = connections.data.items.filter(mayTrade);
  const chosen = usable.find(({ id }) => id === draft.connection) ?? null;
  const isReady =
    step === CHECK
      ? run.data.validation.promotion_allowed
      : step === ACCOUNT
        ? chosen !== null && Number(draft.capital) > 0
        : typed.trim().toLowerCase() === GO_LIVE_WORDS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady || goLive.isPending) return;
    if (step === CHECK) setStep(ACCOUNT);
    else if (step === ACCOUNT) setStep(CONFIRM);
    else goLive.mutate(undefined);
  };
  const wrong = goLive.error instanceof ApiError ? goLive.error.byField : {};
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2} size="h4" key={step} ref={focused} tabIndex={-1}>
          Step {step + 1} of {STEPS.length}: {STEPS[step]}
        </Title>
        {step === CHECK && <CheckStep run={run.data} />}
        {step === ACCOUNT && (
          <AccountStep
            connections={usable}
            draft={draft}
            set={(change) => setDraft((before) => ({ ...before, ...change }))}
            problem={(field) => wrong[field]}
          />
        )}
        {step === CONFIRM && chosen !== null && (
          <>
            <SummaryStep policy={policy} connection={chosen} draft={draft} />
            <TextInput
              label={`Type ${GO_LIVE_WORDS} to continue`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
            />
          </>
        )}
        {goLive.error !== null && <Notice tone="failure">{goLive.error.message}</Notice>}
        <Group justify="flex-end">
          {step === CHECK ? (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          ) : (
            <Button variant="default" onClick={() => setStep(step === CONFIRM ? ACCOUNT : CHECK)}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            loading={goLive.isPending}
            disabled={!isReady}
            {...(step === CONFIRM ? { color: 'red' } : {})}
          >
            {step === CONFIRM ? 'Go live' : 'Next'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
