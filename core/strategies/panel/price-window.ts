import type { PricePanel } from './price-panel.ts';
import type { ShareRatio, ShareRatios } from './share-ratios.ts';

/** A price that is missing is taken from no further back than this. */
export const NEAR_SESSIONS = 5;

/**
 * The past of one share, seen from one session: there is no way to ask it for a later day. Closes are in the shares of the
 * day it stands on: those of before a split or bonus are divided by how many shares one of theirs has become by then. What
 * happens after that day changes none of them, nor does where the panel begins.
 *
 * One window is moved from share to share, so that ranking makes no garbage.
 */
export class PriceWindow {
  readonly #closes: Float64Array;
  readonly #sessions: number;
  readonly #ratios: ShareRatios;
  #own: readonly ShareRatio[] = [];
  #base = 0;
  #at = 0;

  constructor({ closes, days }: PricePanel, ratios: ShareRatios) {
    this.#closes = closes;
    this.#sessions = days.length;
    this.#ratios = ratios;
  }

  /** Moves it to a share, by its index, and a session, by its index. */
  on(security: number, at: number): this {
    this.#base = security * this.#sessions;
    this.#at = at;
    this.#own = this.#ratios[security] ?? [];
    return this;
  }

  /** The close so many sessions ago, 0 being the day it stands on; NaN where there is none. */
  close(back: number): number {
    const at = this.#at - back;
    if (at < 0 || back < 0) return Number.NaN;
    let close = this.#closes[this.#base + at] ?? Number.NaN;
    const own = this.#own;
    for (let nr = 0; nr < own.length; nr += 1) {
      const { day, factor } = own[nr] as ShareRatio;
      if (at < day && day <= this.#at) close /= factor;
    }
    return close;
  }

  /** The same, or the nearest close in the five sessions before; NaN where there is none. */
  closeNear(back: number): number {
    for (let more = 0; more <= NEAR_SESSIONS; more += 1) {
      const close = this.close(back + more);
      if (!Number.isNaN(close)) return close;
    }
    return Number.NaN;
  }
}
