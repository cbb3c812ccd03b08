import { http } from '../client.ts';
import type {
  ActionRound,
  ActionTermsInput,
  CorporateActions,
  LedgerAction,
  ManualActionInput,
} from '../types.ts';
import { at } from './rows.ts';

const PATH = '/api/portfolio/corporate-actions';

/** What companies did to the shares that were held. */
export const CORPORATE_ACTIONS = {
  corporateActions: {
    list: () => http.get<CorporateActions>(PATH),
    apply: (body: { ids: 'all' | string[]; terms?: Record<string, ActionTermsInput> }) =>
      http.post<ActionRound>(`${PATH}/apply`, body),
    decline: (ids: string[]) => http.post<ActionRound>(`${PATH}/decline`, { ids }),
    create: (body: ManualActionInput) => http.post<LedgerAction>(PATH, body),
    update: (id: string, body: ActionTermsInput) =>
      http.put<LedgerAction>(at`/api/portfolio/corporate-actions/${id}`, body),
    undo: (id: string) => http.post<LedgerAction>(at`/api/portfolio/corporate-actions/${id}/undo`),
    saveSettings: (body: { apply_automatically: boolean }) => http.put<ActionRound>(`${PATH}/settings`, body),
  },
};
