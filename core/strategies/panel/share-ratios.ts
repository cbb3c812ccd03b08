import type { PanelActionKind, PricePanel } from './price-panel.ts';

/** A split, bonus or consolidation as it changes the number of shares. */
export interface ShareRatio {
  /** Index of the first session without it. */
  day: number;
  kind: PanelActionKind;
  /** Exact text: `old_shares` become `new_shares`. */
  new_shares: string;
  old_shares: string;
  /** New shares for one old one. */
  factor: number;
}

/** The ratios of each share, by session; a share without any has none. */
export type ShareRatios = readonly (readonly ShareRatio[])[];

const NONE: readonly ShareRatio[] = [];

/** Index of the first session on or after a date; the number of sessions where there is none. */
export function sessionOnOrAfter(days: readonly string[], date: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ratios by share. An action before the first session or after the last one changes nothing that can be seen. */
export function shareRatios({ securities, days, actions }: PricePanel): ShareRatios {
  const found: ShareRatio[][] = [];
  for (const { security, ex_date, kind, new_shares, old_shares } of actions) {
    if (new_shares === null || old_shares === null) continue;
    const day = sessionOnOrAfter(days, ex_date);
    if (day === 0 || day === days.length) continue;
    const factor = Number(new_shares) / Number(old_shares);
    (found[security] ??= []).push({ day, kind, new_shares, old_shares, factor });
  }
  return securities.map((_, security) => found[security]?.sort((a, b) => a.day - b.day) ?? NONE);
}
