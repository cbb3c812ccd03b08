export type PeerMarket = 'IN' | 'US';

interface PeerGroup {
  title: string;
  market: PeerMarket;
  symbols: readonly string[];
}

/** As looked through in November 2026. Where a company has several businesses, the one with most of its revenue counts. */
export const PEER_GROUPS: readonly PeerGroup[] = [
  { title: 'IT services', market: 'IN', symbols: ['TCS', 'INFY', 'HCLTECH', 'WIPRO', 'TECHM', 'LTM'] },
  {
    title: 'Mid-sized IT services',
    market: 'IN',
    symbols: ['PERSISTENT', 'COFORGE', 'MPHASIS', 'SONATSOFTW', 'ZENSARTECH'],
  },
  {
    title: 'Private banks',
    market: 'IN',
    symbols: ['HDFCBANK', 'ICICIBANK', 'AXISBANK', 'KOTAKBANK', 'INDUSINDBK', 'FEDERALBNK', 'IDFCFIRSTB'],
  },
  {
    title: 'Public sector banks',
    market: 'IN',
    symbols: ['SBIN', 'BANKBARODA', 'PNB', 'CANBK', 'UNIONBANK', 'INDIANB'],
  },
  {
    title: 'Consumer lenders',
    market: 'IN',
    symbols: ['BAJFINANCE', 'CHOLAFIN', 'SHRIRAMFIN', 'MUTHOOTFIN', 'M&MFIN', 'SUNDARMFIN'],
  },
  { title: 'Life insurers', market: 'IN', symbols: ['LICI', 'SBILIFE', 'HDFCLIFE', 'ICICIPRULI', 'MFSL'] },
  {
    title: 'Household goods and foods',
    market: 'IN',
    symbols: ['HINDUNILVR', 'NESTLEIND', 'BRITANNIA', 'DABUR', 'MARICO', 'GODREJCP', 'COLPAL'],
  },
  {
    title: 'Motorcycles and scooters',
    market: 'IN',
    symbols: ['BAJAJ-AUTO', 'HEROMOTOCO', 'TVSMOTOR', 'EICHERMOT'],
  },
  { title: 'Cars and utility vehicles', market: 'IN', symbols: ['MARUTI', 'M&M', 'TMPV', 'HYUNDAI'] },
  {
    title: 'Pharmaceuticals',
    market: 'IN',
    symbols: ['SUNPHARMA', 'DRREDDY', 'CIPLA', 'LUPIN', 'AUROPHARMA', 'ZYDUSLIFE', 'TORNTPHARM'],
  },
  { title: 'Hospitals', market: 'IN', symbols: ['APOLLOHOSP', 'MAXHEALTH', 'FORTIS', 'NH', 'MEDANTA'] },
  { title: 'Steel', market: 'IN', symbols: ['TATASTEEL', 'JSWSTEEL', 'JINDALSTEL', 'SAIL'] },
  { title: 'Cement', market: 'IN', symbols: ['ULTRACEMCO', 'AMBUJACEM', 'ACC', 'SHREECEM', 'DALBHARAT'] },
  { title: 'Paints', market: 'IN', symbols: ['ASIANPAINT', 'BERGEPAINT', 'KANSAINER', 'INDIGOPNTS'] },
  { title: 'Refiners', market: 'IN', symbols: ['IOC', 'BPCL', 'HINDPETRO', 'MRPL'] },
  {
    title: 'Power producers',
    market: 'IN',
    symbols: ['NTPC', 'TATAPOWER', 'ADANIPOWER', 'JSWENERGY', 'TORNTPOWER'],
  },
  {
    title: 'Property developers',
    market: 'IN',
    symbols: ['DLF', 'LODHA', 'GODREJPROP', 'OBEROIRLTY', 'PRESTIGE'],
  },
  { title: 'Electrical goods', market: 'IN', symbols: ['HAVELLS', 'POLYCAB', 'KEI', 'CROMPTON', 'VGUARD'] },
  { title: 'Enterprise software', market: 'US', symbols: ['MSFT', 'ORCL', 'CRM', 'ADBE', 'NOW', 'INTU'] },
  { title: 'Chips', market: 'US', symbols: ['NVDA', 'AMD', 'INTC', 'QCOM', 'AVGO', 'TXN'] },
  { title: 'Large banks', market: 'US', symbols: ['JPM', 'BAC', 'WFC', 'C'] },
  { title: 'Card networks and payments', market: 'US', symbols: ['V', 'MA', 'AXP', 'PYPL'] },
  { title: 'Drug makers', market: 'US', symbols: ['PFE', 'MRK', 'LLY', 'ABBV', 'BMY'] },
  { title: 'Oil and gas', market: 'US', symbols: ['XOM', 'CVX', 'COP', 'OXY'] },
  { title: 'Discount retail', market: 'US', symbols: ['WMT', 'COST', 'TGT', 'DG', 'DLTR'] },
];

const SMALLEST_GROUP = 4;

/**
 * Groups by each of their members (research/Peer resolution rules 1).
 * @throws RangeError for a group of fewer than four, or a symbol that is a member twice.
 */
export function groupsBySymbol(groups: readonly PeerGroup[]): ReadonlyMap<string, PeerGroup> {
  const found = new Map<string, PeerGroup>();
  for (const group of groups) {
    if (new Set(group.symbols).size < SMALLEST_GROUP)
      throw new RangeError(`The peer group ${group.title} has fewer than ${SMALLEST_GROUP} members.`);
    for (const symbol of group.symbols) {
      const key = groupKey(group.market, symbol);
      const other = found.get(key);
      if (other !== undefined)
        throw new RangeError(
          `${symbol} is in both ${other.title} and ${group.title}; a company belongs to one group only.`,
        );
      found.set(key, group);
    }
  }
  return found;
}

const BY_SYMBOL = groupsBySymbol(PEER_GROUPS);

/** The other members of a symbol's group, in the order of the table; null where it is in none. */
export function curatedPeers(market: PeerMarket, symbol: string): readonly string[] | null {
  const own = symbol.toUpperCase();
  const group = BY_SYMBOL.get(groupKey(market, own));
  return group === undefined ? null : group.symbols.filter((one) => one !== own);
}

function groupKey(market: PeerMarket, symbol: string): string {
  return `${market} ${symbol}`;
}
