import { ANGEL_ONE } from './angel-one.ts';
import { KUVERA, NPS, REGISTRARS } from './funds-and-pensions.ts';
import { GROWW } from './groww.ts';
import { FYERS, ICICI_DIRECT } from './icici-and-fyers.ts';
import type { Sample } from './sample.ts';
import { TAX_PNL } from './tax-pnl.ts';
import { UPSTOX } from './upstox.ts';
import { ZERODHA } from './zerodha.ts';

/** Every format and variant of the Indian brokers, registrars and pension accounts that are read from tables. */
export const INDIAN_SAMPLES: readonly Sample[] = [
  ...ZERODHA,
  ...TAX_PNL,
  ...ANGEL_ONE,
  ...GROWW,
  ...UPSTOX,
  ...ICICI_DIRECT,
  ...FYERS,
  ...KUVERA,
  ...REGISTRARS,
  ...NPS,
];

/** The sample of a file's name; a test that asks for one that is not there fails. */
export function indianSample(name: string): Sample {
  const found = INDIAN_SAMPLES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no sample is named ${name}`);
  return found;
}
