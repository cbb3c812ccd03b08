import { http } from '../client.ts';
import type { BrokerChange, BrokerChanges } from '../types.ts';
import { at } from './rows.ts';

const PATH = '/api/portfolio/broker-changes';

/** Changes that brokers made to recorded trades. */
export const BROKER_CHANGES = {
  brokerChanges: {
    list: () => http.get<BrokerChanges>(PATH),
    decide: (decision: 'ACCEPT' | 'KEEP' | 'LATER', { id, version }: BrokerChange) =>
      http.post(`${PATH}/decide`, { decision, changes: [{ id, version }] }),
    undo: (id: string) => http.post<BrokerChange>(at`/api/portfolio/broker-changes/${id}/undo`),
  },
};
