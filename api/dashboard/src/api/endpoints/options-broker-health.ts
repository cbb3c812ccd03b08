import type { BrokerHealthView } from '../../../../../core/options/index.ts';
import { http } from '../client.ts';

/** How well the brokers of a trading process answer. */
export const OPTION_BROKERS = {
  health: () => http.get<BrokerHealthView>('/api/broker/health'),
};
