/**
 * One measured promise. `value` is ours and `peer_value` the peer's in the same run and unit; the goal is judged
 * on `ratio` where there is a peer, else on `value`.
 */
export interface BenchmarkResult {
  name: string;
  value: number;
  unit: string;
  peer: string | null;
  peer_value: number | null;
  ratio: number | null;
  goal: string;
  met: boolean;
}

/** A benchmark file exports one of these; `run` does its own set-up and leaves nothing behind. */
export interface Benchmark {
  name: string;
  run: () => Promise<BenchmarkResult[]>;
}
