/** Figures on the page. What is not known is a dash that says why; it is never a zero. */
import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { arrow, money, percent, quantity } from '../../../../charts/index.ts';

interface UnknownProps {
  /** Why the figure is not known, as a sentence. */
  reason: string;
}

/** A dash with its reason: on hover, on focus, on touch, and to a screen reader. */
export function Unknown({ reason }: UnknownProps) {
  return (
    <Tooltip label={reason}>
      <span className="unknown" tabIndex={0} role="note">
        <span aria-hidden>—</span>
        <VisuallyHidden>unknown: {reason}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

interface AmountProps {
  value: number | null;
  currency: string;
  /** Said where the value is null. */
  reason?: string;
  digits?: number;
}

const defaultReason = 'No price yet.';

export function Amount({ value, currency, reason = defaultReason, digits = 2 }: AmountProps) {
  if (value === null) return <Unknown reason={reason} />;
  return <span className="figure">{money(value, currency, { digits })}</span>;
}

interface ChangeProps {
  value: number | null;
  currency: string;
  /** Percentage points, shown behind the amount. */
  pct?: number | null;
  reason?: string;
  digits?: number;
  /** The percentage on a line of its own, for columns. */
  isStacked?: boolean;
}

const toneOf = (value: number): string => (value > 0 ? 'figure gain' : value < 0 ? 'figure loss' : 'figure');

/** A gain or a loss, told by arrow and sign as well as by colour. */
export function Change({
  value,
  currency,
  pct = null,
  reason = defaultReason,
  digits = 2,
  isStacked = false,
}: ChangeProps) {
  if (value === null) return <Unknown reason={reason} />;
  const share = pct === null ? '' : percent(pct, { plus: true });
  return (
    <span className={toneOf(value)}>
      <span aria-hidden>{arrow(value)} </span>
      {money(value, currency, { plus: true, digits })}
      {share !== '' && (isStacked ? <span className="under">{share}</span> : ` (${share})`)}
    </span>
  );
}

export function Percent({
  value,
  plus = false,
  reason = defaultReason,
}: {
  value: number | null;
  plus?: boolean;
  reason?: string;
}) {
  if (value === null) return <Unknown reason={reason} />;
  return <span className={plus ? toneOf(value) : 'figure'}>{percent(value, { plus })}</span>;
}

export function Quantity({ value, currency }: { value: number | null; currency: string }): ReactNode {
  if (value === null) return <Unknown reason="The quantity is unknown." />;
  return <span className="figure">{quantity(value, currency)}</span>;
}
