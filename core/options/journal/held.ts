import { DAY_MS } from '../../platform/index.ts';

/** How long a trade was open, in calendar days with their parts. */
export const daysHeld = ({ opened_at, at }: { opened_at: string; at: string }): number =>
  (Date.parse(at) - Date.parse(opened_at)) / DAY_MS;
