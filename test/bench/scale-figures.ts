import type { BenchmarkResult } from './benchmark.ts';
import { exponent } from './growth.ts';

/** Goals of growth: for a constant cost, for one with a small linear part, and for a linear one. */
export const EXPONENT = { flat: 0.1, slight: 0.25, linear: 1.1 };

export type Point = readonly [size: number, cost: number];
type Peer = readonly [name: string, value: number];

export const round = (value: number) => Math.round(value * 100) / 100;
export const median = (list: readonly number[]) =>
  list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** A figure that must stay under its goal; without a peer it is a count or a physical limit. */
export function under(name: string, value: number, unit: string, goal: number, peer?: Peer): BenchmarkResult {
  return {
    name,
    value: round(value),
    unit,
    peer: peer?.[0] ?? null,
    peer_value: peer === undefined ? null : round(peer[1]),
    ratio: peer === undefined ? null : round(value / peer[1]),
    goal: `under ${goal}`,
    met: value < goal,
  };
}

/** A refusing server is fast: refused requests are shown beside the figure, and miss the goal. */
export const refusals = (unit: string, refused = 0) =>
  refused === 0 ? unit : `${unit} (${refused} refused)`;

/** The growth exponent of a cost over sizes, with the costs beside it. */
export function growth(name: string, points: readonly Point[], goal: number): BenchmarkResult {
  const at = points.map(([size, cost]) => `${size}: ${round(cost)}`).join(', ');
  return under(`growth of ${name}`, exponent(points), `exponent (${at})`, goal);
}

/** @returns milliseconds */
export async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
