import type { AssetClass } from '../../../../market/instruments/index.ts';
import { isOption } from '../us-security.ts';
import type { OfxRecord } from './parse-ofx.ts';

export interface OfxSecurity {
  symbol: string;
  name: string;
  isin: string;
  asset_class: AssetClass | null;
  /** Of options the entries are never shares of what is below them. */
  isOption: boolean;
  /** Neither a share, a fund, a bond nor an option. */
  isOther: boolean;
}

/** The securities of a file by the number that its transactions call them by. */
export function securitiesOf(records: readonly OfxRecord[]): Map<string, OfxSecurity> {
  const securities = new Map<string, OfxSecurity>();
  for (const { kind, values } of records) {
    const id = values.get('UNIQUEID') ?? '';
    if (id === '' || securities.has(id)) continue;
    const name = (values.get('SECNAME') ?? '').slice(0, 200);
    const symbol = values.get('TICKER') ?? id;
    securities.set(id, {
      symbol,
      name,
      isOption: kind === 'OPTINFO' || isOption(symbol.toUpperCase(), name),
      isOther: kind === 'OTHERINFO',
      isin: values.get('UNIQUEIDTYPE')?.toUpperCase() === 'ISIN' ? id : '',
      asset_class: classOf(kind, name),
    });
  }
  return securities;
}

/** What a transaction is about; one that the file does not list goes by its number. */
export function securityOf(
  { kind, values }: OfxRecord,
  securities: ReadonlyMap<string, OfxSecurity>,
): OfxSecurity {
  const id = values.get('UNIQUEID') ?? '';
  const isIsin = values.get('UNIQUEIDTYPE')?.toUpperCase() === 'ISIN';
  const known = securities.get(id);
  if (known !== undefined) return known;
  const memo = values.get('MEMO') ?? '';
  return {
    symbol: id,
    name: '',
    isin: isIsin ? id : '',
    asset_class: classOf(kind, ''),
    isOption: isOption(id.toUpperCase(), memo),
    isOther: kind.endsWith('OTHER'),
  };
}

/** Brokers list exchange-traded funds as shares. A fund with a ticker is priced by it, as those are. */
function classOf(kind: string, name: string): AssetClass | null {
  if (
    /^(?:MF|BUYMF|SELLMF|POSMF)/.test(kind) ||
    /\b(?:ETFS?|FUNDS?|FDS?|ISHARES|SPDR|INDEX TR)\b/i.test(name)
  )
    return 'ETF';
  return /^(?:DEBT|BUYDEBT|SELLDEBT|POSDEBT)/.test(kind) ? 'Bond' : null;
}
