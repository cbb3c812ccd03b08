import { http } from '../client.ts';
import type {
  Envelope,
  OpenPosition,
  OptionsLimits,
  OptionsSettings,
  Page,
  Reconciliation,
} from '../options-envelope-types.ts';
import { at } from './rows.ts';

interface Paged {
  page: number;
  page_size: number;
}

/** The guards of the options workspace. */
export const OPTIONS_ENVELOPE = {
  state: () => http.get<Envelope>('/api/envelope/state'),
  /** @param reason goes on record; empty for none */
  resume: (reason: string) => http.post<Envelope>('/api/envelope/resume', reason === '' ? {} : { reason }),
  settings: () => http.get<OptionsSettings>('/api/options/settings'),
  setLimits: (limits: OptionsLimits) => http.put<OptionsSettings>('/api/options/settings', limits),
  mismatches: (query: Paged) =>
    http.get<Page<Reconciliation>>('/api/options/reconciliation', { ...query, status: 'open' }),
  confirm: (id: string, note: string) =>
    http.post<Reconciliation>(at`/api/options/reconciliation/${id}/confirm`, note === '' ? {} : { note }),
  positions: (query: Paged) => http.get<Page<OpenPosition>>('/api/options/positions', { ...query }),
};
