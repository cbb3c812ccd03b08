/** Money market funds in which Fidelity keeps the cash of an account. */
const CORE = new Set(['SPAXX', 'FDRXX', 'FZFXX', 'FCASH', 'CORE', 'QPIFQ', 'QIWSQ', '315994103']);

/** Whether a row is about the cash of an account: a sweep goes by a name with two stars, its fund, or its number. */
export function isFidelityCash(symbol: string, name: string): boolean {
  return /^[A-Z]{4,6}\*\*$/.test(symbol) || CORE.has(symbol) || /FDIC-INSURED DEPOSIT SWEEP/i.test(name);
}
