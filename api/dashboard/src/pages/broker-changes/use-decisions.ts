import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/endpoints.ts';
import type { BrokerChange } from '../../api/types.ts';
import { goOnAt } from '../../components/focused.ts';
import { done, failed, undoable } from '../../components/toast.tsx';
import { useActionChange } from '../corporate-actions/use-actions.ts';

/** Where the keyboard goes on after its row has gone. */
export const LIST_ID = 'broker-changes';

export type Decision = Parameters<typeof api.brokerChanges.decide>[0];

const SAID: Readonly<Record<Decision, (name: string) => string>> = {
  ACCEPT: (name) => `${name}: your broker's version is recorded.`,
  KEEP: (name) => `${name}: your record stays.`,
  LATER: (name) => `${name}: asked again in 7 days.`,
};

/** Deciding and taking back; each reads everything again, also after a refusal. */
export function useDecisions() {
  const client = useQueryClient();
  const change = useActionChange();
  const goOn = (): void => goOnAt(() => document.getElementById(LIST_ID));
  const takeBack = async (id: string): Promise<void> => {
    await api.brokerChanges.undo(id);
    await client.invalidateQueries({ queryKey: ['portfolio'] });
  };
  return {
    /** Id of the change that is being decided; null while none is. */
    underWay: change.isPending ? (change.variables.ids?.[0] ?? null) : null,

    decide: (decision: Decision, one: BrokerChange) =>
      change.mutate(
        { ids: [one.id], run: () => api.brokerChanges.decide(decision, one) },
        {
          onSuccess: () => {
            undoable(SAID[decision](one.symbol), () => takeBack(one.id));
            goOn();
          },
          onError: (error) => failed(error, 'Not decided'),
        },
      ),

    undo: ({ id, symbol }: BrokerChange) =>
      change.mutate(
        { ids: [id], run: () => api.brokerChanges.undo(id) },
        {
          onSuccess: () => {
            done(`${symbol} undone. It waits for a decision again.`);
            goOn();
          },
          onError: (error) => failed(error, 'Not undone'),
        },
      ),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
