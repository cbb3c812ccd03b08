import type { ImportType } from './fields.ts';
import type { Importer } from './importer.ts';
import { fyersTradebook } from './importers/fyers.ts';
import { genericHoldings, genericTransactions } from './importers/generic.ts';
import { growwFundHoldings, growwFunds } from './importers/groww-funds.ts';
import { growwHoldings, growwStocks } from './importers/groww-stocks.ts';
import { iciciDirect, iciciDirectHoldings } from './importers/icici-direct.ts';
import { munimHoldings, munimTransactions } from './importers/munim.ts';
import { munimOpenings } from './importers/munim-openings.ts';
import { upstoxHoldings, upstoxTrades } from './importers/upstox.ts';
import { zerodhaDividends } from './importers/zerodha-dividends.ts';
import { zerodhaConsoleHoldings, zerodhaHoldings } from './importers/zerodha-holdings.ts';
import { zerodhaTradebook } from './importers/zerodha-tradebook.ts';

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
  genericTransactions,
  genericHoldings,
];

/** The importer of a file that was read before. Several of one name agree in all but how they read. */
export function importerOf(format: string | null, type?: ImportType): Importer | undefined {
  return IMPORTERS.find((one) => one.format === format && (type === undefined || one.type === type));
}
