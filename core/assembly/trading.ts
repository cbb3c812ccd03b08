import { createOptions } from '../options/index.ts';
import { createPolicies, isPromoted } from '../policies/index.ts';
import { unknownDossiers } from '../research/index.ts';
import { createStrategies } from '../strategies/index.ts';
import type { Books } from './books.ts';
import type { CoreOptions } from './core-options.ts';
import type { Facts } from './facts.ts';
import type { Ground } from './ground.ts';

export type Trading = ReturnType<typeof openTrading>;

/** The wing that trades. Of the books it gets the connections to brokers and quotes, and nothing else. */
export function openTrading(
  { context, notifications, identity }: Ground,
  { calendar, instruments, history, indexes, llm }: Facts,
  { brokers, market }: Pick<Books, 'brokers' | 'market'>,
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
    unknownDossiers,
    ...(trading === undefined ? {} : { trading }),
  });
  const options = createOptions(context, { calendar, notifications, llm, isAdmitted: identity.isAdmitted });
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
