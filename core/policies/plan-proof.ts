interface Provable {
  symbol: string;
  filled_quantity: number | { toNumber(): number };
  confirmed_by: 'TRADES' | 'HOLDINGS' | null;
  confirmation_note: string | null;
}

/** What proves the fills of a plan, in one sentence; null while nothing is filled. */
export function proofText(orders: readonly Provable[]): string | null {
  const filled = orders.filter(({ filled_quantity: quantity }) => Number(quantity) > 0);
  if (filled.length === 0) return null;
  const open = filled.filter(({ confirmed_by }) => confirmed_by === null);
  const [first] = open;
  if (first !== undefined)
    return `Provisional, ${open.length} of ${filled.length} fills: ${first.symbol}. ${first.confirmation_note ?? 'The broker’s trades were not read yet.'}`;
  return filled.every(({ confirmed_by }) => confirmed_by === 'HOLDINGS')
    ? 'Confirmed by orders and trades, and by holdings.'
    : 'Confirmed by orders and trades.';
}
