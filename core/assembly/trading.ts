import { createOptions } from '../options/index.ts';
import { createPolicies, isPromoted } from '../policies/index.ts';
import { unknownDossiers } from '../research/index.ts';
import { createStrategies } from '../strategies/index.ts';
import { createAccountRecords } from './account-records.ts';
import type { Books } from './books.ts';
import type { CoreOptions } from './core-options.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';

export type Trading = ReturnType<typeof openTrading>;

/** The wing that trades. Of the books it gets the connections to brokers, quotes, and what is recorded of a traded account. */
export function openTrading(
  { context, notifications, identity }: Ground,
  { calendar, instruments, history, indexes, llm }: Facts,
  { brokers, market, portfolio }: Pick<Books, 'brokers' | 'market' | 'portfolio'>,
  { trading }: CoreOptions,
) {
  const strategies = createStrategies(context, { history, instruments, indexes, calendar }, { isPromoted });
  const policies = createPolicies(context, {
    calendar,
    instruments,
    quotesOf: market.quotesOf,
    panels: strategies.panels,
    notifications,
    connections: brokers.connections,
    recordsOf: createAccountRecords({ brokers, portfolio }),
    unknownDossiers,
    ...(trading === undefined ? {} : { trading }),
  });
  const { isAdmitted, isPaused, isThere } = identity;
  const options = createOptions(context, { calendar, notifications, llm, isAdmitted, isPaused, isThere });
  return {
    strategies,
    policies,
    options,
    async close() {
      await options.close();
      await policies.live.close();
      await strategies.close();
    },
  };
}
