/** Asks before a strategy takes a step, with what it means and what was checked. */
import { List, Stack, Text } from '@mantine/core';
import { api } from '../../../api/endpoints.ts';
import { GO_LIVE_KEY } from '../../../api/options-go-live.ts';
import { useChange } from '../../../api/queries.ts';
import type { Confidence } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { goOnAt } from '../../../components/focused.ts';
import { done } from '../../../components/toast.tsx';
import { inWords, labelOf, meaningOf, type Step } from './words.ts';

interface StepDialogProps {
  of: Confidence;
  /** Null while nothing is asked. */
  step: Step | null;
  onClose: () => void;
}

export function StepDialog({ of, step, onClose }: StepDialogProps) {
  const { strategy, shadow, live } = of;
  const change = useChange(GO_LIVE_KEY, async ({ action, from }: Step) => {
    const { mode, changed } = await api.goLive.step(strategy, action, { from });
    done(
      changed ? `${strategy} is in ${inWords(mode)} now.` : `${strategy} was in ${inWords(mode)} already.`,
    );
    onClose();
    goOnAt(() => document.getElementById('main'));
  });
  const close = () => {
    change.reset();
    onClose();
  };
  const checked = step?.action === 'promote' ? (step.to === 'LIVE' ? live : shadow).criteria : [];
  return (
    <Confirm
      opened={step !== null}
      onClose={close}
      onConfirm={() => step !== null && change.mutate(step)}
      title={step === null ? '' : `${strategy}: from ${inWords(step.from)} to ${inWords(step.to)}`}
      action={step === null ? '' : labelOf(step)}
      color={step?.to === 'LIVE' ? 'red' : 'ink'}
      busy={change.isPending}
      error={change.error}
      {...(step?.to === 'LIVE' ? { typed: strategy } : {})}
    >
      {step !== null && (
        <Stack gap="xs">
          <Text size="sm">{meaningOf(step)}</Text>
          {checked.length === 0 ? (
            <Text size="sm">Going back needs no check.</Text>
          ) : (
            <>
              <Text size="sm">When you confirm, these are checked once more:</Text>
              <List size="sm" spacing={2}>
                {checked.map(({ code, title, words }) => (
                  <List.Item key={code}>
                    {title}: {words}
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Stack>
      )}
    </Confirm>
  );
}
