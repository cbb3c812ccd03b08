import type { ImportType } from '../rows/index.ts';
import type { Importer } from './importer.ts';
import { angelOneHoldings } from './angel-one.ts';
import { fyersTradebook } from './fyers.ts';
import { fyersOrders } from './fyers-orders.ts';
import { genericHoldings, genericTransactions } from './generic.ts';
import { growwFundHoldings, growwFunds } from './groww-funds.ts';
import { growwHoldings, growwStocks } from './groww-stocks.ts';
import { iciciDirect, iciciDirectHoldings } from './icici-direct.ts';
import { kuvera } from './kuvera.ts';
import { munimHoldings, munimTransactions } from './munim.ts';
import { munimOpenings } from './munim-openings.ts';
import { upstoxHoldings, upstoxTrades } from './upstox.ts';
import { zerodhaDividends } from './zerodha-dividends.ts';
import { zerodhaConsoleHoldings, zerodhaHoldings } from './zerodha-holdings.ts';
import { zerodhaTradebook } from './zerodha-tradebook.ts';

/** Every format a file may have. The order matters only between equal confidences. */
export const IMPORTERS: readonly Importer[] = [
  munimTransactions,
  munimHoldings,
  munimOpenings,
  zerodhaTradebook,
  zerodhaHoldings,
  zerodhaConsoleHoldings,
  zerodhaDividends,
  growwStocks,
  growwHoldings,
  growwFunds,
  growwFundHoldings,
  iciciDirect,
  iciciDirectHoldings,
  upstoxTrades,
  upstoxHoldings,
  fyersTradebook,
  fyersOrders,
  angelOneHoldings,
  kuvera,
  genericTransactions,
  genericHoldings,
];

/** The importer of a file that was read before. Several of one name agree in all but how they read. */
export function importerOf(format: string | null, type?: ImportType): Importer | undefined {
  return IMPORTERS.find((one) => one.format === format && (type === undefined || one.type === type));
}
