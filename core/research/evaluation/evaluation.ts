import { createHash } from 'node:crypto';
import type { Chain } from '../../llm/index.ts';
import { type Context, decimal, type Decimal } from '../../platform/index.ts';
import { canonicalJson } from '../port/index.ts';
import { addCase, addJudgement, type CaseKey, decideCase, findCase, judgementsOf } from './case-store.ts';
import {
  type Answered,
  askJudge,
  type JudgePrompt,
  judgePrompt,
  PROMPT_VERSION,
  promptHash,
  READER,
  type RecordedJudge,
  type Seat,
  seatsOf,
} from './judges/index.ts';
import type { CaseInputs, EvaluationCaseModel, EvaluationJudgementModel } from './models.ts';
import { byCode, limitsOf, type Outcome, outcomeOf } from './outcome.ts';
import {
  blind,
  gateDefects,
  type GivenReport,
  InputError,
  type JudgedReport,
} from './given-reports/index.ts';
import {
  type Judgement,
  type Ordering,
  orderOf,
  RUBRIC_VERSION,
  shownAs,
  type Side,
  SIDES,
  type Tier,
} from './verdict/index.ts';

/** A report with the name of the file it came in, which judges must not read. */
export type NamedReport = GivenReport & { fileName: string };

export interface EvaluationRequest {
  /** Left is the candidate, right the reference. */
  reports: Readonly<Record<Side, NamedReport>>;
  tier: Tier;
  seed: number;
  /** Null: models are asked. */
  recorded: readonly RecordedJudge[] | null;
}

/** What the judging took, apart from what the reports cost. */
export interface JudgingCost {
  /** Answers, valid or not. */
  judgements: number;
  /** Null where a provider did not say, and for answers that were recorded before. */
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: Decimal | null;
}

export interface Evaluated {
  outcome: Outcome;
  cost: JudgingCost;
  /** It was decided before: nobody was asked anew. */
  isKnown: boolean;
}

interface EvaluationParts {
  /** One chain for each provider that can be asked to judge. */
  chains: (this: void) => Promise<readonly Chain[]>;
  /** Told before judges are asked. */
  onAsking?: (this: void, questions: number, judges: readonly string[]) => void;
}

/** A judge as the evaluation knows it: who answers, and as what it stands in the case. */
interface Panelist {
  judge: string;
  recorded: RecordedJudge | null;
  seat: Seat | null;
}

interface Question {
  panelist: Panelist;
  ordering: Ordering;
  prompt: JudgePrompt;
}

/**
 * Compares two reports offline (research/What the service does 6). It reads and changes nothing of a run or its publication;
 * what it does stands in its own tables and under a feature of its own in the usage.
 *
 * A case is named by what is judged, by whom, the tier and the seed. Judgements are kept as they come, so whoever runs the same
 * command again after it was killed pays for none of them twice; a case that was decided is told again as it was. Another seed
 * is another case.
 */
export function createEvaluation(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  { chains, onAsking }: EvaluationParts,
) {
  async function panelOf({ recorded }: EvaluationRequest): Promise<Panelist[]> {
    const panel =
      recorded !== null
        ? recorded.map((one): Panelist => ({ judge: one.judge, recorded: one, seat: null }))
        : seatsOf(await chains()).map((seat): Panelist => ({ judge: seat.judge, recorded: null, seat }));
    if (recorded === null && panel.length === 0)
      throw new InputError(
        'No model can be asked to judge. Set one up in .env (LLM_PROVIDER_DEFAULT and its key or address, or LLM_CLI_PRESET), or give recorded judges with --judges.',
      );
    return panel.toSorted((one, other) => byCode(one.judge, other.judge));
  }

  /** The case of these inputs, made where there is none. */
  async function openCase(key: CaseKey, inputs: CaseInputs): Promise<EvaluationCaseModel> {
    return await database.asUser(
      key.owner_user_id,
      async (trx) => (await findCase(trx, key)) ?? (await addCase(trx, key, { inputs, now: clock.now() })),
    );
  }

  /** Everything that judges may be asked, each judge's two questions in its order. */
  function questionsOf(
    panel: readonly Panelist[],
    reports: Readonly<Record<Side, JudgedReport>>,
    { seed, inputsHash }: { seed: number; inputsHash: string },
  ): Question[] {
    return panel.flatMap((panelist) =>
      orderOf(seed, inputsHash, panelist.judge).map((ordering) => {
        const [first, second] = shownAs(ordering);
        const most = panelist.seat === null ? null : config.PORTFOLIO_AI_RESEARCH_MAX_INPUT_TOKENS;
        const persona = panelist.seat?.persona ?? READER;
        return { panelist, ordering, prompt: judgePrompt(persona, [reports[first], reports[second]], most) };
      }),
    );
  }

  async function askAll(
    of: EvaluationCaseModel,
    questions: readonly Question[],
    signal: AbortSignal,
  ): Promise<void> {
    const { owner_user_id: owner } = of;
    const had = await database.readAsUser(owner, (trx) => judgementsOf(trx, of.id));
    const open = questions.filter(
      ({ panelist: { judge }, ordering }) =>
        !had.some((one) => one.judge === judge && one.ordering === ordering),
    );
    const judges = [...new Set(open.map(({ panelist }) => panelist))];
    if (judges.some(({ seat }) => seat !== null))
      onAsking?.(
        open.length,
        judges.map(({ judge }) => judge),
      );
    // Judges at once, each with its questions one after the other.
    const ends = await Promise.allSettled(
      judges.map(async (panelist) => {
        for (const question of open.filter((one) => one.panelist === panelist)) {
          const answered = await answerOf(question, owner, signal);
          const { ordering, prompt } = question;
          const { judge } = panelist;
          const judgement = { judge, ordering, prompt_hash: promptHash(prompt), answered };
          await database.asUser(owner, async (trx) => await addJudgement(trx, of, judgement, clock.now()));
        }
      }),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async function answerOf(
    { panelist: { recorded, seat }, ordering, prompt }: Question,
    owner: string,
    signal: AbortSignal,
  ): Promise<Answered> {
    if (seat !== null)
      return await askJudge(seat, prompt, {
        userId: owner,
        maxOutputTokens: config.PORTFOLIO_AI_RESEARCH_MAX_OUTPUT_TOKENS,
        callMs: config.PORTFOLIO_AI_RESEARCH_TIMEOUT_SEC * 1000,
        signal,
      });
    const found = recorded?.judgements.find((one) => one.ordering === ordering);
    const nothing = { input_tokens: null, output_tokens: null, cost_usd: null, latency_ms: 0 };
    return found?.scorecard
      ? { ...nothing, scorecard: found.scorecard, invalid_reason: null }
      : { ...nothing, scorecard: null, invalid_reason: found?.invalid_reason ?? 'The judge gave no answer.' };
  }

  async function decided(
    owner: string,
    of: EvaluationCaseModel,
    given: Omit<Parameters<typeof outcomeOf>[0], 'judgements'>,
  ): Promise<Evaluated> {
    return await database.asUser(owner, async (trx) => {
      const rows = await judgementsOf(trx, of.id);
      const outcome = outcomeOf({ ...given, judgements: rows.map(judgementIn) });
      await decideCase(trx, of.id, { outcome, now: clock.now() });
      return { outcome, cost: costOf(rows), isKnown: false };
    });
  }

  return {
    /**
     * @throws InputError where nothing can be decided, and JudgingStopped where judges may not be asked just now: what they
     * said so far is kept
     */
    async evaluate(owner: string, request: EvaluationRequest, signal: AbortSignal): Promise<Evaluated> {
      const { reports, tier, seed } = request;
      const panel = await panelOf(request);
      const judged = blind(reports);
      const defects = SIDES.flatMap((report) =>
        gateDefects(reports[report]).map((defect) => ({ ...defect, report })),
      );
      const gate = { passed: defects.length === 0, defects };
      const shown = (side: Side) => (reports[side].nonFinite.length === 0 ? judged[side] : null);
      const inputs: CaseInputs = {
        left: shown('left'),
        right: shown('right'),
        gate,
        rubric_version: RUBRIC_VERSION,
        prompt_version: PROMPT_VERSION,
        limits: limitsOf(tier),
        judges: panel.map(({ judge, recorded }) => ({
          judge,
          recorded: recorded === null ? null : hashOf(recorded.judgements),
        })),
      };
      const inputsHash = hashOf(inputs);
      // Before anybody is asked: reports that do not fit are an error.
      const questions = gate.passed ? questionsOf(panel, judged, { seed, inputsHash }) : [];
      const key = { owner_user_id: owner, inputs_hash: inputsHash, tier, seed: String(seed) };
      const name = `evaluation:${owner}:${tier}:${seed}:${inputsHash}`;
      const lock = await database.held.tryTake({ kind: 'named', name });
      if (lock === null)
        throw new InputError(
          'These reports are being judged by another process. Wait until it has ended, then run this again.',
        );
      try {
        const of = await openCase(key, inputs);
        if (of.outcome !== null) {
          const rows = await database.readAsUser(owner, (trx) => judgementsOf(trx, of.id));
          return { outcome: of.outcome, cost: costOf(rows), isKnown: true };
        }
        await askAll(of, questions, signal);
        return await decided(owner, of, {
          inputsHash,
          tier,
          seed,
          gate,
          judges: gate.passed ? panel.map(({ judge }) => judge) : [],
          notes: notesOf(judged),
        });
      } finally {
        await lock.release();
      }
    },
  };
}

const hashOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;

const judgementIn = ({ judge, ordering, scorecard, invalid_reason }: EvaluationJudgementModel): Judgement =>
  scorecard === null
    ? { judge, ordering, scorecard, invalid_reason: invalid_reason ?? '' }
    : { judge, ordering, scorecard, invalid_reason: null };

function costOf(rows: readonly EvaluationJudgementModel[]): JudgingCost {
  const sumOf = (parts: readonly (Decimal | null)[]): Decimal | null =>
    parts.reduce<Decimal | null>(
      (sum, one) => (sum === null || one === null ? null : sum.plus(one)),
      decimal(0),
    );
  const tokens = (of: 'input_tokens' | 'output_tokens'): number | null =>
    sumOf(rows.map((row) => (row[of] === null ? null : decimal(row[of]))))?.toNumber() ?? null;
  return {
    judgements: rows.length,
    input_tokens: tokens('input_tokens'),
    output_tokens: tokens('output_tokens'),
    cost_usd: sumOf(rows.map(({ cost_usd }) => cost_usd)),
  };
}

/** What a reader should know of the comparison. */
function notesOf({ left, right }: Readonly<Record<Side, JudgedReport>>): string[] {
  const [one, other] = [left.company, right.company];
  return one !== null && other !== null && one.symbol !== other.symbol
    ? [`The reports are about different companies: ${one.symbol} and ${other.symbol}.`]
    : [];
}
