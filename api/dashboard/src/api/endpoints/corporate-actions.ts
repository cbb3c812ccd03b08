import { http } from '../client.ts';
import type {
  ActionSearch,
  ActionSettingsInput,
  ActionTermsInput,
  AppliedActionsInput,
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
    apply: (body: AppliedActionsInput) => http.post<ActionSearch>(`${PATH}/apply`, body),
    decline: (ids: string[]) => http.post<ActionSearch>(`${PATH}/decline`, { ids }),
    create: (body: ManualActionInput) => http.post<LedgerAction>(PATH, body),
    update: (id: string, body: ActionTermsInput) =>
      http.put<LedgerAction>(at`/api/portfolio/corporate-actions/${id}`, body),
    undo: (id: string) => http.post<LedgerAction>(at`/api/portfolio/corporate-actions/${id}/undo`),
    saveSettings: (body: ActionSettingsInput) => http.put<ActionSearch>(`${PATH}/settings`, body),
  },
};
