/** What the usual reasons of a filtered signal mean. A process may send any other code. */
const WORDS: Readonly<Record<string, string>> = {
  AI_VETO: 'The market analysis was against it',
  ALREADY_OPEN: 'A trade of this kind is already open',
  BROKER_DEGRADED: 'The broker connection was degraded',
  BROKER_DOWN: 'The broker connection was down',
  BROKER_UNSTABLE: 'The broker connection was unstable',
  CONSECUTIVE_LOSSES: 'Too many losses in a row',
  COOLDOWN: 'Cooldown after the last entry',
  DAILY_LOSS: 'Daily loss limit reached',
  DAILY_LOSS_LIMIT: 'Daily loss limit reached',
  DATA_STALE: 'Market data was too old',
  DUPLICATE_SIGNAL: 'Same signal as before',
  ENVELOPE_HALTED: 'The risk envelope is halted',
  ENVELOPE_THROTTLED: 'The risk envelope is throttled',
  EVENT_BLOCK: 'An event in the calendar blocks entries',
  EVENT_BLOCKED: 'An event in the calendar blocks entries',
  EVENT_WARNING: 'An event is near',
  EXPIRY_FAR: 'Expiry too far away',
  EXPIRY_NEAR: 'Expiry too near',
  IV_LOW: 'Implied volatility too low',
  IV_HIGH: 'Implied volatility too high',
  IV_RANK_LOW: 'IV rank too low',
  IV_RANK_HIGH: 'IV rank too high',
  LIQUIDITY_LOW: 'Too little trading in the strikes',
  MARGIN_BUFFER: 'Margin buffer would be used up',
  MARGIN_SHORT: 'Not enough margin',
  MARKET_CLOSED: 'The market was closed',
  MAX_POSITIONS: 'Limit of open positions reached',
  NO_STRIKE: 'No suitable strike',
  OPEN_RISK: 'Open risk limit reached',
  OUTSIDE_HOURS: 'Outside the hours for entries',
  PERMISSION_DENIED: 'Munim did not allow the entry',
  PREMIUM_LOW: 'Premium too low',
  REASON_UNKNOWN: 'No reason was reported',
  REGIME_MISMATCH: 'Market regime does not fit',
  RISK_REWARD_LOW: 'Too little reward for the risk',
  SCALE_IN_COOLDOWN: 'Cooldown before adding to a position',
  SCORE_LOW: 'Score too low',
  SPREAD_WIDE: 'Bid and ask too far apart',
  TOO_EARLY: 'Too early in the day',
  TOO_LATE: 'Too late in the day',
  TREND_AGAINST: 'Trend against it',
  TREND_STRONG: 'Trend too strong',
  VIX_HIGH: 'India VIX too high',
  VIX_LOW: 'India VIX too low',
};

/** A reason for people: `IV rank too low`. A code that nobody knows is its own letters: SKEW_FLAT is `Skew flat`. */
export function reasonWords(code: string): string {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (known !== undefined) return known;
  const letters = code.toLowerCase().replaceAll('_', ' ').trim();
  return letters === '' ? 'No reason was reported' : `${letters[0]?.toUpperCase() ?? ''}${letters.slice(1)}`;
}
