/** One symbol in one portfolio. */
export interface PositionKey {
  portfolio_id: string;
  symbol: string;
}
