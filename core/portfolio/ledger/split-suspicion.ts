/**
 * "5 times as many: was there a 5 for 1 split?", as a suspicion and not as a fact.
 * @param ratio such as `plainRatio` finds.
 */
export function suspicion([to, from]: readonly [to: bigint, from: bigint]): string {
  const where = 'Check Corporate actions.';
  if (to < from) return `${to} for every ${from}: was there a consolidation? ${where}`;
  const bonus = `${to - from}:${from} bonus`;
  return from === 1n
    ? `${to} times as many: was there a ${to} for 1 split or a ${bonus}? ${where}`
    : `${to} for every ${from}: was there a ${bonus}? ${where}`;
}
