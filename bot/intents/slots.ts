import type { Amount } from './amounts.ts';
import type { Period } from './periods.ts';
import type { Token } from './sentence.ts';

/** Something of the person's own, or of the market, that a question names. */
export type EntityKind =
  | 'symbol'
  | 'portfolio'
  | 'goal'
  | 'plan'
  | 'policy'
  | 'strategy'
  | 'connection'
  | 'index';

/** A stretch of a question that names one thing, or several that it may be. */
export interface EntitySlot {
  kind: EntityKind;
  from: number;
  to: number;
  /** As a command takes it; the likeliest first. */
  values: readonly string[];
  /** Of symbols: what the likeliest is to the person. */
  is: 'held' | 'watched' | 'listed' | null;
  /** Less than 1 where it was guessed through a slip. */
  sureness: number;
}
interface PeriodSlot {
  kind: 'period';
  from: number;
  to: number;
  period: Period;
}

/** All that was found in a question beside words. */
export interface Found {
  today: string;
  tokens: readonly Token[];
  entities: readonly EntitySlot[];
  periods: readonly PeriodSlot[];
  amounts: readonly Amount[];
  /** The one connection, where there is only one. */
  onlyConnection: string | null;
  /** The SIP plan that buys a symbol; null without one. */
  planOf(symbol: string | null): string | null;
}

/** What a row of words reads its arguments from; it notes which stretches of the question were of use. */
export class Slots {
  readonly used: { from: number; to: number }[] = [];
  /** Whether what was read could be another thing as well. */
  isAmbiguous = false;
  readonly today: string;
  readonly onlyConnection: string | null;
  readonly #found: Found;
  readonly #alternative: number;

  /** @param alternative which of several meanings of a name to take. */
  constructor(found: Found, alternative = 0) {
    this.#found = found;
    this.#alternative = alternative;
    this.today = found.today;
    this.onlyConnection = found.onlyConnection;
  }

  /** What a name in the question stands for, as a command takes it; null without one. */
  entity(kind: EntityKind, accepts: (slot: EntitySlot) => boolean = () => true): string | null {
    const slot = this.#found.entities.find((one) => one.kind === kind && accepts(one));
    if (slot === undefined) return null;
    this.used.push(slot);
    if (slot.values.length > 1) this.isAmbiguous = true;
    return slot.values[Math.min(this.#alternative, slot.values.length - 1)] ?? null;
  }

  /** Whether these words stand in the question, one behind the other. */
  says(...words: string[]): boolean {
    const { tokens } = this.#found;
    return tokens.some((_, at) => words.every((word, by) => tokens[at + by]?.text === word));
  }

  planOf(symbol: string | null): string | null {
    return this.#found.planOf(symbol);
  }

  /** The first span of time that `read` can say; null without one. */
  period(read: (period: Period, today: string) => string | null): string | null {
    for (const slot of this.#found.periods) {
      const said = read(slot.period, this.today);
      if (said !== null) {
        this.used.push(slot);
        return said;
      }
    }
    return null;
  }

  /** The first figure like this that is no part of a name or a span; null without one. */
  amount(accepts: (one: Amount) => boolean = () => true): string | null {
    const one = this.#found.amounts.find(
      (candidate) =>
        accepts(candidate) && !this.used.some((span) => span.from <= candidate.at && candidate.at < span.to),
    );
    if (one === undefined) return null;
    this.used.push({ from: one.at, to: one.to });
    return one.value;
  }
}
