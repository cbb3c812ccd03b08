const SEGMENT = /^(?:FO|F&O|FNO|NFO|BFO|CDS|BCD|COM|MCX|NCO|NCDEX)$/i;
const INSTRUMENT =
  /^(?:OPT|FUT|FOP|CFD|OPTIONS?|FUTURES?|DERIVATIVES?|OPT(?:STK|IDX|CUR|FUT)|FUT(?:STK|IDX|CUR|COM))$/i;

/** Why a row of this segment or kind of instrument is left out; null when it is no derivative. */
export function derivativeReason(word: string): string | null {
  const text = word.trim();
  if (!SEGMENT.test(text) && !INSTRUMENT.test(text)) return null;
  return `A derivative (${text.toUpperCase()}). Derivatives are not imported.`;
}
