import type { SettledView, SettlementInput, TradebookView } from '../../../../../core/options/index.ts';
import { http } from '../client.ts';

const PATH = '/api/options/tradebook';

/** F&O tradebooks of brokers. */
export const OPTION_TRADEBOOK = {
  preview: (form: FormData) => http.upload<TradebookView>(`${PATH}?preview=true`, form),
  import: (form: FormData) => http.upload<TradebookView>(PATH, form),
  settle: (settlement: SettlementInput) => http.put<SettledView>(`${PATH}/settlements`, settlement),
};
