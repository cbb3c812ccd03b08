import { istDate, istTime } from '../../platform/index.ts';
import type { Fill } from './fill.ts';

/**
 * The tag of a trade: the person's own, else by its underlying, its expiry and when it was opened by the clock of India, such as
 * TB-NIFTY-260519-20260518-093210. It depends on the fills alone, so that it is the same by whatever files they came.
 * @param taken is given the tag; the second trade that was opened in a second ends in -2
 */
export function tagOf(trade: { fills: readonly { fill: Fill }[] }, taken: Set<string>): string {
  const [first] = trade.fills;
  if (first === undefined) throw new RangeError('a trade has a fill');
  const { given_tag, underlying, expiry, at } = first.fill;
  if (given_tag !== null) return given_tag;
  const opened = new Date(at);
  const day = istDate(opened).replaceAll('-', '');
  // Seconds are the same in every zone.
  const time = `${istTime(opened).replace(':', '')}${at.slice(17, 19)}`;
  const name = underlying.replace(/[^\w.-]/g, '_');
  const plain = `TB-${name}-${expiry.slice(2).replaceAll('-', '')}-${day}-${time}`;
  let tag = plain;
  for (let nr = 2; taken.has(tag); nr += 1) tag = `${plain}-${nr}`;
  taken.add(tag);
  return tag;
}
