/** What the answer to an order looks like. */
export type FaultyAnswer =
  | 'right'
  /** The connection is closed without one. */
  | 'none'
  /** Nothing comes, and the connection stays. */
  | 'hang'
  | 'garbage'
  | 'cut'
  /** Status 400: "Order request timed out. Please check the order book …". */
  | 'timed out'
  | 'too many'
  | 'server error'
  | 'funds short'
  | 'session ended'
  /** The order is cut into three parts, of which the last is refused. */
  | 'sliced';

/** What becomes of an order that was made. */
export type Course =
  | 'filled'
  | 'open'
  | 'partly filled'
  | 'cancelled'
  | 'filled too much'
  | 'filled at price 0'
  /** Shown as cancelled, and filled a few looks at the book later. */
  | 'cancelled, then filled'
  /** Filled; and somebody else's order is filled with it. */
  | 'filled beside another'
  | Lie;

/** An order that is filled as it was sent, while the book says something else of it. */
const LIES = [
  'other side',
  'other symbol',
  'price out of band',
  /** Half filled at the first look, and nothing of it later. */
  'shrinking fill',
  /** Filled at the first look, and with more shares later. */
  'larger fill',
  'two ids',
  'lost tag',
  'cut tag',
  'complete with 0',
  'raised quantity',
  /** Beside it the book has an order that Munim did not send, with a tag of its policy. */
  'foreign row',
  /** As it was when it was new: open, and nothing filled. */
  'stale book',
] as const;
export type Lie = (typeof LIES)[number];
export const isLie = (course: string): course is Lie => (LIES as readonly string[]).includes(course);

interface Fault {
  what: string;
  isPlaced: boolean;
  answer: FaultyAnswer;
  course: Course;
  /** Looks at the book in which the order is not there yet. */
  hiddenReads: number;
}

const fault = (
  what: string,
  isPlaced: boolean,
  answer: FaultyAnswer,
  course: Course = 'filled',
  hiddenReads = 0,
): Fault => ({ what, isPlaced, answer, course, hiddenReads });

const lie = (what: string, course: Lie) => fault(what, true, 'right', course);

/** Rows of the book that do not say what was sent. */
const LIES_AS_FAULTS = {
  other_side: lie('the book has the order on the other side', 'other side'),
  other_symbol: lie('the book has the order for another share', 'other symbol'),
  price_out_of_band: lie('the book has a price beyond the limit', 'price out of band'),
  shrinking_fill: lie('the book has fewer shares filled than before', 'shrinking fill'),
  larger_fill: lie('the book has more shares filled than were ordered, later', 'larger fill'),
  two_ids: lie('the book has two orders with one tag', 'two ids'),
  lost_tag: lie('the book has the order without its tag', 'lost tag'),
  cut_tag: lie('the book has the order with a part of its tag', 'cut tag'),
  complete_with_0: lie('the book has the order as complete with nothing filled', 'complete with 0'),
  raised_quantity: lie('the book has the order with more shares than were ordered', 'raised quantity'),
  foreign_row: lie('the book has another order with a tag of the policy', 'foreign row'),
  stale_book: lie('the book goes on showing the order as open, while it was filled', 'stale book'),
} as const;

/** Everything that may go wrong with one order, by name. */
export const FAULTS = {
  answer_lost: fault('the order is placed and the answer is lost', true, 'none'),
  seen_late: fault(
    'the answer is lost and the order shows in the book only later',
    true,
    'none',
    'filled',
    3,
  ),
  dropped: fault('the request is lost before the order is placed', false, 'none'),
  refused_funds: fault('there is not enough money', false, 'funds short'),
  timed_out_placed: fault(
    'a time-out with status 400, and the order is placed',
    true,
    'timed out',
    'filled',
    2,
  ),
  timed_out: fault('a time-out with status 400, and no order is placed', false, 'timed out'),
  too_many_requests: fault('too many requests (429)', false, 'too many'),
  server_error_placed: fault('a server error, and the order is placed', true, 'server error'),
  server_error: fault('a server error, and no order is placed', false, 'server error'),
  hang_placed: fault('never an answer, and the order is placed', true, 'hang'),
  hang: fault('never an answer, and no order is placed', false, 'hang'),
  garbage: fault('a meaningless answer, and the order is placed', true, 'garbage'),
  cut: fault('an answer that is cut off, and the order is placed', true, 'cut'),
  sliced: fault('the order is split and one part is refused', true, 'sliced'),
  resting: fault('the order stays open', true, 'right', 'open'),
  partial_fill: fault('the order is partly filled and the rest stays open', true, 'right', 'partly filled'),
  cancelled: fault('the exchange cancels the order', true, 'right', 'cancelled'),
  overfilled: fault('more is filled than was ordered', true, 'right', 'filled too much'),
  price_zero: fault('a fill at price 0', true, 'right', 'filled at price 0'),
  cancelled_then_filled: fault('shown as cancelled, filled later', true, 'right', 'cancelled, then filled'),
  stranger_fill: fault(
    'another order that Munim did not send is filled too',
    true,
    'right',
    'filled beside another',
  ),
  ...LIES_AS_FAULTS,
  session_ends: fault('the session ends', false, 'session ended'),
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** What may go wrong with a look: nothing that a second one does not mend. */
export const READ_FAULTS = [
  'dropped',
  'server_error',
  'cut',
  'too_many_requests',
  'garbage',
  'hang',
] as const;
export type ReadFault = (typeof READ_FAULTS)[number];

/** A fault for coming orders. */
export interface PlannedFault {
  name: FaultName;
  /** How many orders meet it; all where nothing is said. */
  times?: number;
  /** How many come before that meet none. */
  after?: number;
  hiddenReads?: number;
  /** Milliseconds for which the order is not in the book, beside the looks. */
  hiddenMs?: number;
}

/** Which fault an order or a look meets: first those that were planned, then by chance. */
export class FaultDice {
  readonly #rate: number;
  readonly #planned: (PlannedFault & { times: number; after: number })[] = [];
  readonly #plannedReads: { name: ReadFault; times: number; path: RegExp }[] = [];
  /** Tokens of sessions that ended. */
  readonly ended = new Set<string>();
  #state: number;

  constructor(rate = 0, seed = 1) {
    this.#rate = rate;
    this.#state = seed >>> 0;
  }

  plan(fault: PlannedFault): void {
    this.#planned.push({ times: Number.POSITIVE_INFINITY, after: 0, ...fault });
  }

  planReads(name: ReadFault, { times = Number.POSITIVE_INFINITY, path = /./ } = {}): void {
    this.#plannedReads.push({ name, times, path });
  }

  forget(): void {
    this.#planned.length = 0;
    this.#plannedReads.length = 0;
    this.ended.clear();
  }

  forOrder(): PlannedFault | null {
    const found = this.#planned.find(({ times }) => times > 0);
    if (found !== undefined) {
      if (found.after > 0) {
        found.after -= 1;
        return null;
      }
      found.times -= 1;
      return found;
    }
    if (this.#next() >= this.#rate) return null;
    return { name: FAULT_NAMES[Math.floor(this.#next() * FAULT_NAMES.length)] ?? 'hang' };
  }

  forRead(path: string): ReadFault | null {
    const found = this.#plannedReads.find((one) => one.times > 0 && one.path.test(path));
    if (found !== undefined) {
      found.times -= 1;
      return found.name;
    }
    // A look that fails is asked again: a fifth of the rate keeps most cycles going.
    if (this.#next() >= this.#rate / 5) return null;
    return READ_FAULTS[Math.floor(this.#next() * 3)] ?? 'dropped';
  }

  /** From 0 to below 1, the same row of numbers for a seed (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
