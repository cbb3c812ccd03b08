/**
 * Next step for a browser's subscription at the start of the dashboard. If the server no longer lists it, it was removed in
 * another browser or signed out, so it ends. A lost one is made again.
 */
export function subscriptionStep(state: { isListed: boolean; isSubscribed: boolean }): 'end' | 'subscribe' {
  return state.isSubscribed && !state.isListed ? 'end' : 'subscribe';
}

/** The first match wins: browsers also name the browsers that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Name of a browser for the list, such as `Firefox on Linux`. */
export function labelOf(userAgent: string): string {
  const first = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = first(SYSTEMS);
  return `${first(BROWSERS) ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`;
}
