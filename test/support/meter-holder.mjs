import { createMeter, openCatalogue } from '../../core/llm/index.ts';
import { createLog, openDatabase, parseConfig } from '../../core/platform/index.ts';

/** A process that reserves room for a call of a model, says so, and then hangs in the call. */
const {
  HOLDER_URL: url = '',
  HOLDER_APP_URL: appUrl = '',
  HOLDER_USER: userId = '',
  HOLDER_NOW = '',
} = process.env;
const log = createLog('silent');
const config = parseConfig({ LLM_MAX_COST_USD_PER_DAY: '5' });
const database = openDatabase({ ownerUrl: url, appUrl }, log);
const { prices } = await openCatalogue({ config, log });
const clock = { now: () => new Date(HOLDER_NOW) };
const meter = createMeter({ clock, config, database, log }, prices);
const answer = await meter.reserve(
  { userId, feature: 'assistant' },
  { provider: 'gateway', model: 'gpt-5.4', inputTokens: 100_000, outputTokens: 50_000 },
);
process.send?.('refused' in answer ? answer.refused : 'reserved');
await new Promise((resolve) => setTimeout(resolve, 3_600_000));
