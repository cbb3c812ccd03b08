import type {
  SettledView,
  SettlementInput,
  SettlementsView,
  TradebookView,
} from '../../../../../core/options/index.ts';
import { http } from '../client.ts';

const PATH = '/api/options/tradebook';

/** F&O tradebooks of brokers. */
export const OPTION_TRADEBOOK = {
  preview: (form: FormData) => http.upload<TradebookView>(`${PATH}?preview=true`, form),
  import: (form: FormData) => http.upload<TradebookView>(PATH, form),
  settlements: () => http.get<SettlementsView>(`${PATH}/settlements`),
  settle: (settlement: SettlementInput) => http.put<SettledView>(`${PATH}/settlements`, settlement),
};
