import type { ChargedKind } from '../../finance/charges/index.ts';
import { type LegalKind, legalKindOf } from '../../finance/tax-law/index.ts';
import type { Fixed } from '../../platform/fixed-point.ts';
import {
  type PanelAction,
  type PricePanel,
  sessionOnOrAfter,
  type ShareRatio,
  type ShareRatios,
  shareRatios,
} from '../panel/index.ts';
import { fixedOfClose } from './scaled-close.ts';

const NO_ACTIONS: readonly PanelAction[] = [];

const markets = new WeakMap<PricePanel, PolicyMarket>();

/** The market of a panel, made once for all backtests over it: a panel never changes. */
export function marketOf(panel: PricePanel): PolicyMarket {
  const market = markets.get(panel) ?? new PolicyMarket(panel);
  markets.set(panel, market);
  return market;
}

/** A panel made ready to be walked through, session by session. */
export class PolicyMarket {
  readonly panel: PricePanel;
  readonly ratios: ShareRatios;
  readonly chargedKinds: readonly ChargedKind[];
  readonly legalKinds: readonly (LegalKind | null)[];
  readonly #sessions: number;
  /** For each share the first and last session of its memberships, one after the other. */
  readonly #member: readonly Int32Array[];
  /** The first session on which each share is no longer listed; after the last one for what is. */
  readonly #delisted: Int32Array;
  readonly #actions = new Map<number, PanelAction[]>();

  constructor(panel: PricePanel) {
    this.panel = panel;
    const { days, securities, actions } = panel;
    this.#sessions = days.length;
    this.ratios = shareRatios(panel);
    this.legalKinds = securities.map(({ symbol, name, isin, asset_class }) =>
      legalKindOf({ symbol, name, isin, asset_class, currency: 'INR' }),
    );
    this.chargedKinds = securities.map(({ asset_class }, security) => {
      if (asset_class !== 'ETF') return 'SHARE';
      return this.legalKinds[security] === 'LISTED_EQUITY' ? 'EQUITY_ETF' : 'OTHER_ETF';
    });
    this.#member = securities.map(({ member }) =>
      Int32Array.from(
        member.flatMap(({ from, to }) => [
          sessionOnOrAfter(days, from),
          // the last session on or before the last day
          to === null ? days.length - 1 : sessionOnOrAfter(days, `${to}~`) - 1,
        ]),
      ),
    );
    this.#delisted = Int32Array.from(securities, ({ delisted_on }) =>
      delisted_on === null ? days.length : sessionOnOrAfter(days, delisted_on),
    );
    for (const action of actions) {
      const at = sessionOnOrAfter(days, action.ex_date);
      if (at === 0 || at === days.length) continue;
      const same = this.#actions.get(at);
      if (same === undefined) this.#actions.set(at, [action]);
      else same.push(action);
    }
  }

  day(at: number): string {
    const day = this.panel.days[at];
    if (day === undefined) throw new RangeError(`there is no session ${at}`);
    return day;
  }

  /** Whether a share belongs to the universe on a session. */
  isMember(security: number, at: number): boolean {
    const spans = this.#member[security];
    if (spans === undefined) return false;
    for (let span = 0; span < spans.length; span += 2)
      if ((spans[span] ?? 0) <= at && at <= (spans[span + 1] ?? -1)) return true;
    return false;
  }

  /** Sessions on which a share belongs to the universe: 1 for yes. */
  memberships(security: number, first: number, count: number): Uint8Array {
    const isMember = new Uint8Array(count);
    const spans = this.#member[security] ?? [];
    for (let span = 0; span < spans.length; span += 2)
      isMember.fill(
        1,
        Math.max(0, (spans[span] ?? 0) - first),
        Math.max(0, (spans[span + 1] ?? -1) + 1 - first),
      );
    return isMember;
  }

  /** The members of a session that are listed on it, by index. */
  listedMembersOn(at: number): Int32Array {
    const members = new Int32Array(this.#member.length);
    let count = 0;
    for (let security = 0; security < members.length; security += 1) {
      if (!this.isMember(security, at) || this.isDelisted(security, at)) continue;
      members[count] = security;
      count += 1;
    }
    return members.subarray(0, count);
  }

  /** The close of a share as traded on a session; NaN without one. */
  closeAt(security: number, at: number): number {
    return this.panel.closes[security * this.#sessions + at] ?? Number.NaN;
  }

  /** The same, exact; null without one. */
  close(security: number, at: number): Fixed | null {
    const close = this.closeAt(security, at);
    return Number.isNaN(close) ? null : fixedOfClose(close);
  }

  /** What takes effect on the morning of a session. */
  actionsOn(at: number): readonly PanelAction[] {
    return this.#actions.get(at) ?? NO_ACTIONS;
  }

  ratiosOf(security: number): readonly ShareRatio[] {
    return this.ratios[security] ?? [];
  }

  /** Whether the exchange no longer lists a share on a session. */
  isDelisted(security: number, at: number): boolean {
    return at >= (this.#delisted[security] ?? this.#sessions);
  }

  symbol(security: number): string {
    return this.panel.securities[security]?.symbol ?? '';
  }
}
