/** Judges: models, or answers that were recorded before; what they are asked, and how their answers are read. */
export { readScorecard, SCORECARD_SCHEMA } from './answer.ts';
export { type Answered, askJudge, JudgingStopped } from './ask-judge.ts';
export { type JudgePrompt, judgePrompt, PROMPT_VERSION, promptHash } from './judge-prompt.ts';
export { PERSONAS, READER, type Seat, seatsOf } from './personas.ts';
export { readRecordedJudges, type RecordedJudge, recordedJudgesIn } from './recorded-judges.ts';
