import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { CORPORATE_ACTIONS_KEY, useCorporateActions } from '../../api/queries.ts';
import type { CorporateActions, LedgerAction } from '../../api/types.ts';
import { goOnAt } from '../../components/focused.ts';
import { done, failed } from '../../components/toast.tsx';
import { actionsOf, nameOf } from './words.ts';

/** What is being done, and to which rows. */
export interface UnderWay {
  what: 'apply' | 'decline' | 'undo' | 'switch';
  ids: 'all' | readonly string[];
}

interface Change extends Partial<UnderWay> {
  run: () => Promise<unknown>;
}

const appliedIn = (client: QueryClient): string[] =>
  (client.getQueryData<CorporateActions>(CORPORATE_ACTIONS_KEY)?.decided ?? [])
    .filter(({ status }) => status === 'APPLIED')
    .map(({ id }) => id);

/** A decision about what waits: reads everything again, also after a refusal, and answers the ids of corporate actions that it applied. */
export function useActionChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ run }: Change): Promise<string[]> => {
      const before = new Set(appliedIn(client));
      try {
        await run();
      } finally {
        await client.invalidateQueries({ queryKey: ['portfolio'] });
      }
      return appliedIn(client).filter((id) => !before.has(id));
    },
  });
}

/** Where the keyboard goes on after its row has gone. */
export const LIST_ID = 'corporate-actions';
const goOn = (): void => goOnAt(() => document.getElementById(LIST_ID));

/** What the page can do, and what its last press applied: that is undone where it was pressed. */
export function useActions() {
  const { data } = useCorporateActions();
  const change = useActionChange();
  const [latest, setLatest] = useState<readonly string[]>([]);
  const applying = (what: 'apply' | 'switch', ids: UnderWay['ids'], run: Change['run'], otherwise: string) =>
    change.mutate({ what, ids, run }, { onSuccess: setLatest, onError: (error) => failed(error, otherwise) });

  return {
    underWay: change.isPending ? (change.variables as UnderWay) : null,
    /** Applied by the last press, and not undone since. */
    latest: (data?.decided ?? []).filter(({ id, status }) => status === 'APPLIED' && latest.includes(id)),
    setLatest,

    apply: (ids: UnderWay['ids']) =>
      applying(
        'apply',
        ids,
        () => api.corporateActions.apply({ ids: ids === 'all' ? ids : [...ids] }),
        'Not applied',
      ),

    applyAgain: (one: LedgerAction) =>
      applying('apply', [one.id], () => api.corporateActions.update(one.id, {}), 'Not applied'),

    setAutomatic: (on: boolean) =>
      applying(
        'switch',
        [],
        () => api.corporateActions.saveSettings({ apply_automatically: on }),
        'The setting was not changed',
      ),

    decline: (id: string, name: string) =>
      change.mutate(
        { what: 'decline', ids: [id], run: () => api.corporateActions.decline([id]) },
        {
          onSuccess: () => {
            done(`${name} dismissed. You can find it under Decided.`);
            goOn();
          },
          onError: (error) => failed(error, 'Not dismissed'),
        },
      ),

    undo: (ones: readonly LedgerAction[]) =>
      change.mutate(
        {
          what: 'undo',
          ids: ones.map(({ id }) => id),
          run: async () => {
            for (const { id } of ones) await api.corporateActions.undo(id);
          },
        },
        {
          onSuccess: () => {
            const [one] = ones;
            done(ones.length === 1 && one ? `${nameOf(one)} undone.` : `${actionsOf(ones.length)} undone.`);
            goOn();
          },
          onError: (error) => failed(error, 'Not undone'),
        },
      ),
  };
}

export type Actions = ReturnType<typeof useActions>;
