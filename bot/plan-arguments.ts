import { type Argument, WrongArgument } from './arguments.ts';

const NO_PLAN = 'Nothing waits for your approval.';

/** A plan by its id, with or without the # that buttons put before it. Those that wait are offered. */
export function planChoice(): Argument<string> {
  return {
    placeholder: 'ID',
    optional: false,
    rest: false,
    question: 'Which plan?',
    none: NO_PLAN,
    parse(word) {
      const id = /^#?(\d{1,18})$/.exec(word)?.[1];
      if (id === undefined) {
        const rest = 'is not the id of a plan. Send the number that its message names.';
        throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
      }
      return id;
    },
    options: async (world) => await world.pendingPlans(),
  };
}

/** Orders that are left out: by their symbols, or `#id` as buttons name them. */
interface LeftOut {
  isChoosing: boolean;
  /** True to ask the broker’s calculators about the others. */
  isRehearsal: boolean;
  names: string[];
}

/** `without TCS INFY`, or `rehearse`; buttons say `choose` where others may be left out too. */
export function withoutOrders(): Argument<LeftOut> {
  return {
    placeholder: 'without SYMBOLS',
    optional: false,
    rest: true,
    question: 'Which orders are to be left out?',
    parse(words) {
      const [first = '', ...names] = words.split(/[\s,]+/).filter((word) => word !== '');
      const how = first.toLowerCase();
      if (how !== 'choose' && how !== 'rehearse' && (how !== 'without' || names.length === 0))
        throw new WrongArgument(`"${words}" is not part of this command.`);
      return { isChoosing: how === 'choose', isRehearsal: how === 'rehearse', names };
    },
  };
}

/** @returns the ids of the orders that are meant. @throws WrongArgument for one that the plan does not have. */
export function ordersNamed(
  orders: readonly { order_id: string; symbol: string }[],
  names: readonly string[],
): string[] {
  const found = names.flatMap((name) => {
    const meant = orders.filter(
      ({ order_id, symbol }) => name === `#${order_id}` || symbol === name.toUpperCase(),
    );
    if (meant.length === 0)
      throw new WrongArgument(
        `This plan has no order of ${name}. It has ${orders.map(({ symbol }) => symbol).join(', ')}.`,
      );
    return meant.map(({ order_id }) => order_id);
  });
  return [...new Set(found)];
}
