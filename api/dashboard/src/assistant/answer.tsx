/** An answer as plain text: nothing a model wrote becomes a link, a picture or a button. */
import { Anchor, Button, Group, Mark, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AssistantTurn, AssistantUsage } from '../api/types.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text with a mark on each figure that is not in the records. */
export function Marked({ text, unverified }: { text: string; unverified: readonly string[] }) {
  if (unverified.length === 0) return <>{text}</>;
  const parts = text.split(new RegExp(`(${unverified.map(escaped).join('|')})`));
  return (
    <>
      {parts.map((part, at) =>
        unverified.includes(part) ? (
          // The parts of a text have no other name, and never move.
          <Mark key={at} title="Not found in your records">
            {part}
          </Mark>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** What an answer took: model, tokens, dollars at list prices; what is unknown is said to be. */
export function costOf(usage: AssistantUsage): string {
  const { input_tokens: input, output_tokens: output, cost_usd: cost } = usage;
  const tokens =
    input === null || output === null ? 'tokens unknown' : `${(input + output).toLocaleString()} tokens`;
  return `${usage.model}, ${tokens}, ${cost === null ? 'cost unknown' : cost === 0 ? 'no list price' : `$${cost.toFixed(4)}`}`;
}

/** A question with its answer, sources, suggestions and cost. */
export function Turn({ turn, onLeave }: { turn: AssistantTurn; onLeave: () => void }) {
  const { question, answer, unverified, sources, suggestions, state, reason, degraded, usage } = turn;
  return (
    <Stack gap={6} component="article" aria-label={question}>
      <Question text={question} />
      {answer !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <Marked text={answer} unverified={unverified} />
        </Text>
      )}
      {answer === null && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {state === 'ASKED' ? 'Still being answered …' : state === 'INTERRUPTED' ? 'Interrupted. ' : ''}
          {reason}
        </Text>
      )}
      <Unverified figures={unverified} />
      {suggestions.length > 0 && (
        <Group gap={6}>
          {suggestions.map((command) => (
            <Button
              key={command}
              component={Link}
              to={`/chat?text=${encodeURIComponent(command)}`}
              size="compact-sm"
              variant="default"
              onClick={onLeave}
            >
              {command}
            </Button>
          ))}
        </Group>
      )}
      <Sources of={sources} onLeave={onLeave} />
      {answer !== null && (
        <Text size="xs" c="dimmed">
          {usage === null ? '' : costOf(usage)}
          {degraded === null ? '' : ` · ${degraded}`}
        </Text>
      )}
    </Stack>
  );
}

export function Question({ text }: { text: string }) {
  return (
    <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

/** The pages that the figures of an answer come from. */
export function Sources({ of, onLeave }: { of: AssistantTurn['sources']; onLeave?: () => void }) {
  if (of.length === 0) return null;
  return (
    <Group gap={8}>
      <Text size="xs" c="dimmed">
        Sources
      </Text>
      {of.map(({ title, href }) => (
        <Anchor key={title} component={Link} to={href} size="xs" {...(onLeave && { onClick: onLeave })}>
          {title}
        </Anchor>
      ))}
    </Group>
  );
}

export function Unverified({ figures }: { figures: readonly string[] }) {
  if (figures.length === 0) return null;
  return (
    <Text size="xs" c="orange">
      Marked figures were not found in your records.
    </Text>
  );
}
