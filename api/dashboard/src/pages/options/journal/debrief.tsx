import { Stack, Text } from '@mantine/core';
import type { JournalStory } from '../../../api/types.ts';
import { Change, Unknown } from '../../../components/amount.tsx';
import { Fact } from '../../../components/fact.tsx';
import { inWords } from './words.ts';

/** What was expected and what happened, in words and judged by the figures. */
export function Debrief({ story }: { story: JournalStory }) {
  const { structured_debrief: debrief, narrative_debrief, narrative_source, rejected, reasons } = story;
  const judged = (value: string | null, name: string) =>
    value === null ? (
      <Unknown reason={debrief.reasons[name] ?? reasons[name] ?? 'Not reported.'} />
    ) : (
      inWords(value)
    );
  const right = debrief.regime_correct;
  return (
    <Stack gap="xs">
      <Text>{narrative_debrief}</Text>
      <Text size="xs" c="dimmed">
        {narrative_source === 'FIGURES'
          ? 'Written from the trade’s figures, without a model.'
          : `Written by ${narrative_source}.`}
      </Text>
      <dl className="facts">
        <Fact name="Main cause">{judged(debrief.root_cause, 'root_cause')}</Fact>
        <Fact name="Exit">{judged(debrief.exit_timing, 'exit_timing')}</Fact>
        <Fact name="Regime">
          {judged(right === null ? null : right ? 'RIGHT' : 'WRONG', 'regime_correct')}
        </Fact>
        <Fact name="AI verdict">
          {story.ai_verdict === null ? (
            <Unknown reason="No AI verdict was reported." />
          ) : (
            <>
              {inWords(story.ai_verdict)}: {judged(story.verdict_outcome, 'verdict_outcome')}
            </>
          )}
        </Fact>
        <Fact name="Event risk at entry">{inWords(story.event_risk_at_entry)}</Fact>
        <Fact name="Best rejected strategy">
          {rejected.best === null || rejected.delta === null ? (
            <Unknown reason={rejected.reason ?? 'Not reported.'} />
          ) : (
            <>
              {rejected.best.strategy}, <Change value={rejected.delta} currency="INR" /> against this trade
            </>
          )}
        </Fact>
        <Fact name="Data available for the debrief">{Math.round(debrief.confidence * 100)}%</Fact>
      </dl>
    </Stack>
  );
}
