import type { Notice } from '../../notifications/index.ts';
import type { AuditFinding } from './view.ts';

/** Lines of one notice. */
const MOST_TOLD = 5;

/** An amount with its currency, or units. */
function figureWords(value: number, currency: string | null): string {
  return currency === null
    ? `${value.toLocaleString('en-IN', { maximumFractionDigits: 6 })} units`
    : value.toLocaleString(currency === 'INR' ? 'en-IN' : 'en-US', { style: 'currency', currency });
}

/** `Overview, total value ₹1,05,000.00 against Holdings, sum of values ₹1,04,000.00 (All holdings).` */
export function differenceWords(
  one: Pick<AuditFinding, 'subject' | 'left_path' | 'left' | 'right_path' | 'right' | 'currency'>,
): string {
  const { subject, left_path, left, right_path, right, currency } = one;
  return `${left_path} ${figureWords(left, currency)} against ${right_path} ${figureWords(right, currency)} (${subject}).`;
}

/** That figures differ which must agree. A difference is told once: its key is the row, which goes when the difference does. */
export function differenceNotice(fresh: readonly AuditFinding[]): Notice {
  const lines = fresh.slice(0, MOST_TOLD).map(({ message }) => `• ${message}`);
  if (fresh.length > MOST_TOLD) lines.push(`… and ${fresh.length - MOST_TOLD} more.`);
  return {
    kind: 'books_audit',
    dedupKey: `books-audit:${fresh[0]?.id ?? ''}`,
    title:
      fresh.length === 1
        ? '2 figures of your books differ that should agree'
        : `${fresh.length} pairs of figures of your books differ that should agree`,
    body: [...lines, 'Check again with /health check, or under Data quality in the dashboard.'].join('\n'),
    payload: { ids: fresh.map(({ id }) => id) },
  };
}
