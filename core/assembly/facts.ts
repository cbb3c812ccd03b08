import { readLiabilityCurrencies } from '../liabilities/index.ts';
import { createLlm, usualParts } from '../llm/index.ts';
import { createPriceSessions, openCalendar } from '../market/calendar/index.ts';
import {
  createFx,
  createHolidays,
  createIndexes,
  createListFetch,
  createMarketHistory,
} from '../market/index.ts';
import { createInstruments } from '../market/instruments/index.ts';
import { createBookSecurities, createCurrencyExposures } from '../portfolio/index.ts';
import { type CoreOptions, llmOf } from './core-options.ts';
import type { Ground } from './ground.ts';

export type Facts = Awaited<ReturnType<typeof openFacts>>;

/** Market data, which belongs to no person, and the language models. */
export async function openFacts({ context }: Ground, options: CoreOptions) {
  const calendar = await openCalendar(context.config.CALENDAR_FILE, context.log);
  const holidays = createHolidays(context, calendar);
  await holidays.load();
  const instruments = createInstruments(context);
  const history = createMarketHistory(context, {
    instruments,
    calendar,
    securities: createBookSecurities(context),
  });
  const fx = createFx(context, createCurrencyExposures([readLiabilityCurrencies]));
  const models = await createLlm(context, { ...usualParts(context), ...options.llmParts });
  return {
    calendar,
    holidays,
    sessions: createPriceSessions(calendar),
    instruments,
    lists: createListFetch(context, instruments),
    history,
    fx,
    indexes: createIndexes(context, { calendar, history, rates: fx.rates }),
    /** The models of the installation, with their settings. */
    models,
    /** The models that are asked: tests put others in their place. */
    llm: llmOf(models, options.llm),
    async close() {
      holidays.close();
      await models.close();
      await fx.close();
    },
  };
}
