import { useEffect, useState } from 'react';
import { useLive } from '../../../api/live.tsx';
import { type StageText, withFrame } from './stage-text.ts';

const NOTHING: StageText = {};

/** What models of a run are saying, by stage. Frames that are lost are missing here and nowhere else. */
export function useStageText(runId: string): StageText {
  const { subscribe } = useLive();
  const [texts, setTexts] = useState<StageText>(NOTHING);
  useEffect(() => {
    setTexts(NOTHING);
    return subscribe((frame) => {
      if (frame.type !== 'research_progress' || frame['run_id'] !== runId) return;
      setTexts((before) => withFrame(before, frame));
    });
  }, [runId, subscribe]);
  return texts;
}
