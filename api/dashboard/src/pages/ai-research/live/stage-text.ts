/** What models say while a run goes on, stage by stage, from the frames of the live socket. */

/** Characters that are kept of a stage: the latest. */
export const MOST_CHARS = 6000;
/** Stages that are kept at once; a run has fewer. */
const MOST_STAGES = 64;

/** Text by stage. */
export type StageText = Readonly<Record<string, string>>;

/** A frame of type research_progress; anything may stand in it. */
type ProgressFrame = Readonly<Record<string, unknown>>;

/** The texts after a frame: tokens are appended, and a stage that begins anew or ends has none. */
export function withFrame(texts: StageText, { stage, event, text }: ProgressFrame): StageText {
  if (typeof stage !== 'string' || stage === '') return texts;
  if (event === 'token') {
    if (typeof text !== 'string' || text === '') return texts;
    if (!Object.hasOwn(texts, stage) && Object.keys(texts).length >= MOST_STAGES) return texts;
    const before = Object.hasOwn(texts, stage) ? (texts[stage] ?? '') : '';
    return { ...texts, [stage]: (before + text).slice(-MOST_CHARS) };
  }
  if (!Object.hasOwn(texts, stage)) return texts;
  const { [stage]: _gone, ...rest } = texts;
  return rest;
}
