const monthOf = (text: string): string => text.slice(0, 7);

function stepped(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/**
 * The same day so many months later, the slow way: from day to day until the month has changed so often, then to its day of
 * the same number or its last.
 */
export function byWalking(from: string, months: number): string {
  const step = Math.sign(months);
  let at = from;
  for (let left = Math.abs(months); left > 0;) {
    const next = stepped(at, step);
    if (monthOf(next) !== monthOf(at)) left -= 1;
    at = next;
  }
  while (at.slice(8) !== '01') at = stepped(at, -1);
  while (at.slice(8) < from.slice(8) && monthOf(stepped(at, 1)) === monthOf(at)) at = stepped(at, 1);
  return at;
}
