import { readFile, stat } from 'node:fs/promises';
import * as yup from 'yup';
import type { Context } from '../../platform/index.ts';
import { type CatalogueRow, modelsFile, pricesFile } from './catalogue-shape.ts';
import { MODEL_ROWS, MODELS_AS_OF } from './model-rows.ts';
import { createModels, type Models } from './models.ts';
import { PRICE_ROWS, PRICES_AS_OF } from './price-rows.ts';
import { createPrices, type Prices } from './prices.ts';

/** The models to choose from and what they cost. */
export interface Catalogue {
  models: Models;
  prices: Prices;
}

const LARGEST = 1_000_000;

/**
 * Reads the operator's files, where there are any. One that cannot be read, or is wrong, is told in the log, and the
 * built-in list holds in its place: a wrong file must not keep Munim from starting.
 */
export async function openCatalogue({ config, log }: Pick<Context, 'config' | 'log'>): Promise<Catalogue> {
  const models = await read(config.LLM_CATALOG_FILE, 'LLM_CATALOG_FILE', modelsFile, log, (file) => {
    refuseRepeats(file.models.map(({ model_id }) => model_id));
    return createModels(file.models as CatalogueRow[], file.as_of, 'file');
  });
  const prices = await read(config.LLM_PRICES_FILE, 'LLM_PRICES_FILE', pricesFile, log, (file) => {
    refuseRepeats(file.prices.map(({ model_id }) => model_id));
    const rows = file.prices.map(({ model_id, input_usd, output_usd }) => ({
      model_id,
      inputUsd: input_usd,
      outputUsd: output_usd,
    }));
    return createPrices(rows, file.as_of, 'file');
  });
  return {
    models: models ?? createModels(MODEL_ROWS, MODELS_AS_OF, 'built_in'),
    prices: prices ?? createPrices(PRICE_ROWS, PRICES_AS_OF, 'built_in'),
  };
}

async function read<T, R>(
  file: string | null,
  setting: string,
  schema: yup.Schema<T>,
  log: Context['log'],
  make: (value: T) => R,
): Promise<R | null> {
  if (file === null) return null;
  try {
    if ((await stat(file)).size > LARGEST) throw new Error('it is larger than 1 MB');
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    // Strict first: an unknown field is a mistake and not to be passed over. Defaults are filled in afterwards.
    await schema.validate(parsed, { strict: true });
    return make(schema.cast(parsed) as T);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ setting, file }, `${setting} is not used; the built-in list is used instead: ${reason}`);
    return null;
  }
}

function refuseRepeats(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids.map((one) => one.toLowerCase())) {
    if (seen.has(id)) throw new Error(`${id} is listed twice`);
    seen.add(id);
  }
}
