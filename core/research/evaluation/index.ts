/**
 * The offline evaluation of research reports (research/What the service does 6): two reports, several judges who do not know
 * whose is whose, and a verdict. It reads files and writes its own tables, and is reached by the command line alone.
 *
 * `verdict/` is what scorecards come to, with the dimensions, their weights and the tiers; `given-reports/` reads reports, holds back
 * what must not be judged and takes out what tells them apart; `judges/` asks.
 */
export {
  EVALUATION_ERROR,
  EVALUATION_HELP,
  evaluationWords,
  readEvaluationFiles,
  runEvaluation,
} from './evaluate-command.ts';
export { createEvaluation, type Evaluated, type EvaluationRequest, type NamedReport } from './evaluation.ts';
