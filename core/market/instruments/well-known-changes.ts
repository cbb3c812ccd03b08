import type { Registry, SymbolChange } from './instrument.ts';

type Fact = readonly [from: string, to: string, on: string];

// Facts of NSE's list of symbol changes, for symbols people are likely to have bought under.
const FACTS: readonly Fact[] = [
  ['SESAGOA', 'SSLT', '2013-10-04'],
  ['SSLT', 'VEDL', '2015-05-07'],
  ['CROMPGREAV', 'CGPOWER', '2017-03-08'],
  ['IDFCBANK', 'IDFCFIRSTB', '2019-01-16'],
  ['KPIT', 'BSOFT', '2019-02-26'],
  ['TATAGLOBAL', 'TATACONSUM', '2020-02-27'],
  ['NIITTECH', 'COFORGE', '2020-08-20'],
  ['STRTECH', 'STLTECH', '2020-10-29'],
  ['INFRATEL', 'INDUSTOWER', '2020-12-18'],
  ['ADANIGAS', 'ATGL', '2021-01-13'],
  ['JUBILANT', 'JUBLPHARMA', '2021-02-12'],
  ['CADILAHC', 'ZYDUSLIFE', '2022-03-07'],
  ['MOTHERSUMI', 'MOTHERSON', '2022-06-09'],
  ['MINDAIND', 'UNOMINDA', '2022-08-05'],
  ['LTI', 'LTIM', '2022-12-05'],
  ['SRTRANSFIN', 'SHRIRAMFIN', '2022-12-20'],
  ['PVR', 'PVRINOX', '2023-05-12'],
  ['KALPATPOWR', 'KPIL', '2023-06-06'],
  ['ADANITRANS', 'ADANIENSOL', '2023-08-24'],
  ['AMARAJABAT', 'ARE&M', '2023-10-27'],
  ['WELSPUNIND', 'WELSPUNLIV', '2023-12-14'],
  ['L&TFH', 'LTF', '2024-04-23'],
  ['MCDOWELL-N', 'UNITDSPR', '2024-06-07'],
  ['IBULHSGFIN', 'SAMMAANCAP', '2024-07-26'],
  ['CENTURYTEX', 'ABREL', '2024-10-10'],
  ['GMRINFRA', 'GMRAIRPORT', '2024-12-11'],
  ['HBLPOWER', 'HBLENGINE', '2024-12-23'],
  ['ZOMATO', 'ETERNAL', '2025-04-09'],
  ['SUVENPHAR', 'COHANCE', '2025-05-19'],
  ['SWANENERGY', 'SWANCORP', '2025-09-04'],
  ['TATAMOTORS', 'TMPV', '2025-10-24'],
  ['LTIM', 'LTM', '2026-02-27'],
];

const CHANGES: readonly SymbolChange[] = FACTS.map(([from, to, on]) => ({ exchange: 'NSE', from, to, on }));

export interface Completed {
  registry: Registry;
  /** Changes newer than the imported lists: what these call `from` is called `to` since `on`. */
  pending: SymbolChange[];
}

/**
 * The registry with the changes of symbol that everybody meets, so that they are known before any list was imported. What
 * was imported counts first: a change that stands there keeps its own day, and where a list still has the old symbol and
 * not yet the new one, the change is `pending` and takes nothing away from the instrument that bears the old one.
 */
export function withWellKnownChanges(
  registry: Registry,
  known: readonly SymbolChange[] = CHANGES,
): Completed {
  const stands = new Set(registry.changes.map(({ exchange, from, to }) => `${exchange} ${from} ${to}`));
  const listed = new Set(
    registry.instruments
      .filter(({ delisted_on }) => delisted_on === null)
      .map(({ exchange, symbol }) => `${exchange} ${symbol}`),
  );
  const missing = known.filter(({ exchange, from, to }) => !stands.has(`${exchange} ${from} ${to}`));
  const isPending = ({ exchange, from, to }: SymbolChange) =>
    listed.has(`${exchange} ${from}`) && !listed.has(`${exchange} ${to}`);
  return {
    registry: {
      ...registry,
      changes: [...registry.changes, ...missing.filter((change) => !isPending(change))],
    },
    pending: missing.filter(isPending),
  };
}
