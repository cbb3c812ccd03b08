import { Change } from './amount.tsx';

interface DayChangeProps {
  of: {
    day_change: number | null;
    day_change_pct: number | null;
    /** `Today`, or the date of the last session: `Fri 20 Nov`. */
    day_change_label: string;
    currency: string;
  };
  reason?: string | undefined;
  digits?: number;
  isStacked?: boolean;
}

/** The change of a day in a column; a day other than today says its date. */
export function DayChange({ of, reason, ...looks }: DayChangeProps) {
  const isToday = of.day_change_label === 'Today';
  return (
    <>
      <Change
        value={of.day_change}
        pct={of.day_change_pct}
        currency={of.currency}
        {...(reason === undefined ? {} : { reason })}
        {...looks}
      />
      {!isToday && of.day_change !== null && <span className="under of-day">{of.day_change_label}</span>}
    </>
  );
}
