/** Kite marks the series of some instruments behind the symbol: INFY-BE and SGBAUG28V-GB are INFY and SGBAUG28V. */
export function kiteSymbol(text: string): string {
  return text.trim().replace(/-(?:EQ|BE|BZ|BL|BT|SM|ST|SZ|GB|GS|TB|SG|IV|RR|IT|E1|P1|T0|[NYZ][0-9A-Z])$/, '');
}
