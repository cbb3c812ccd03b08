import { type Attempt, type Budget, ChainError, failureWords, type Usage } from '../../../llm/index.ts';
import { redactText } from '../../../platform/index.ts';
import { readScorecard, SCORECARD_SCHEMA } from './answer.ts';
import type { JudgePrompt } from './judge-prompt.ts';
import type { Seat } from './personas.ts';
import type { Scorecard } from '../verdict/index.ts';

/** A judge is asked, and asked once more where that came to nothing. */
const MOST_CALLS = 2;
const LONGEST_REASON = 500;

/** What asking took, all calls together. Null where a provider did not say. */
interface Took {
  input_tokens: number | null;
  output_tokens: number | null;
  /** US dollars at list prices. */
  cost_usd: number | null;
  latency_ms: number;
}

export type Answered = Took &
  ({ scorecard: Scorecard; invalid_reason: null } | { scorecard: null; invalid_reason: string });

/** Nobody was or may be asked just now: nothing is judged, and the same command can go on later. */
export class JudgingStopped extends Error {
  override name = 'JudgingStopped';
}

const GO_ON = 'The answers so far are kept. Run the same command again to continue.';

interface Asking {
  /** For whom it is metered. */
  userId: string;
  maxOutputTokens: number;
  callMs: number;
  signal: AbortSignal;
}

/**
 * Asks a judge one of its two questions.
 * @returns a scorecard, or why there is none: also where the provider failed
 * @throws JudgingStopped where a limit of the day refuses the call or the signal ends it
 */
export async function askJudge(
  { chain }: Pick<Seat, 'chain'>,
  { system, messages }: JudgePrompt,
  { userId, maxOutputTokens, callMs, signal }: Asking,
): Promise<Answered> {
  const account = callAccount();
  const invalid = (why: string): Answered => ({
    ...account.took(),
    scorecard: null,
    invalid_reason: redactText(why)
      .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_REASON),
  });
  let fault = 'The judge was not asked.';
  while (account.hasRoom()) {
    try {
      const answer = await chain.ask({
        system,
        messages,
        schema: { name: 'scorecard', schema: SCORECARD_SCHEMA },
        maxOutputTokens,
        usage: { userId, feature: 'research_evaluation' },
        budget: account.budget,
        signal,
        callMs,
        deadlineMs: (MOST_CALLS + 1) * callMs,
      });
      account.tried(answer.attempts);
      const read = readScorecard(answer.value);
      if ('scorecard' in read) return { ...account.took(), ...read, invalid_reason: null };
      fault = read.fault;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      account.tried(error.attempts);
      if (signal.aborted) throw new JudgingStopped(`The judging was stopped. ${GO_ON}`, { cause: error });
      if (error.class === 'COST_CAP' && !account.hasRefused())
        throw new JudgingStopped(`${error.message} ${GO_ON}`, { cause: error });
      return invalid(failureWords(error) || error.message);
    }
  }
  return invalid(fault);
}

/** Counts calls, lets so many through, and adds up what they took. */
function callAccount() {
  let calls = 0;
  let refused = false;
  let latency = 0;
  const usages: (Usage & { costUsd: number | null })[] = [];
  /** Unknown as soon as a part is. */
  const sumOf = (parts: readonly (number | null)[]): number | null =>
    parts.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  const budget: Budget = {
    async reserve() {
      if (calls >= MOST_CALLS) {
        refused = true;
        return await Promise.resolve({ refused: 'A judge is asked at most twice.' });
      }
      calls += 1;
      return {
        settle: async ({ usage, costUsd }) => {
          usages.push({ ...usage, costUsd });
          await Promise.resolve();
        },
        release: async () => await Promise.resolve(),
      };
    },
  };
  return {
    budget,
    hasRoom: () => calls < MOST_CALLS,
    /** It was this account that refused a call, and no limit of the day. */
    hasRefused: () => refused,
    tried: (attempts: readonly Attempt[]) => {
      for (const { latencyMs } of attempts) latency += latencyMs;
    },
    took: (): Took => ({
      input_tokens: sumOf(usages.map(({ inputTokens }) => inputTokens)),
      output_tokens: sumOf(usages.map(({ outputTokens }) => outputTokens)),
      cost_usd: sumOf(usages.map(({ costUsd }) => costUsd)),
      latency_ms: latency,
    }),
  };
}
