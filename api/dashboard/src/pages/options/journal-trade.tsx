/** One closed trade: its course, its legs, what the result came from, and your note. */
import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconNotebook } from '../../icons.ts';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { useJournalStory } from '../../api/options-journal.ts';
import type { JournalStory } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { Fact } from '../../components/fact.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded, LoadingRows } from '../../components/notices.tsx';
import { AllTrades } from './journal/all-trades.tsx';
import { Attribution } from './journal/attribution.tsx';
import { Debrief } from './journal/debrief.tsx';
import { Legs } from './journal/legs.tsx';
import { Note } from './journal/note.tsx';
import { Timeline } from './journal/timeline.tsx';
import { inWords, MODE_NAMES, storyPath } from './journal/words.ts';

export default function JournalTradePage() {
  const { tag = '' } = useParams();
  const [query] = useSearchParams();
  const story = useJournalStory(tag, query.get('mode'));
  const isGone = story.error instanceof ApiError && story.error.status === 404;
  return (
    <>
      <AllTrades />
      {isGone ? (
        <Empty
          icon={<IconNotebook />}
          title="Trade not found"
          actions={
            <Button component={Link} to="/options/journal">
              All trades
            </Button>
          }
        >
          The journal has no closed trade with the tag {tag}. Check the tag, or find the trade in the list.
        </Empty>
      ) : (
        <Loaded query={story} skeleton={<LoadingRows rows={8} />}>
          {(data) => <Shown key={`${data.mode} ${data.tag}`} story={data} />}
        </Loaded>
      )}
    </>
  );
}

function Shown({ story }: { story: JournalStory }) {
  const { tag, strategy, underlying, mode, exit_reason, close_time, reasons, reports, other_modes } = story;
  return (
    <>
      <Heading help="journal" title={tag}>
        {strategy} on {underlying}, closed {moment(close_time)}
      </Heading>
      <Stack gap="md">
        <Group gap="xs">
          <Badge variant="light" color={mode === 'LIVE' ? 'teal' : 'gray'}>
            {MODE_NAMES[mode]}
          </Badge>
          <Badge variant="default">{inWords(exit_reason)}</Badge>
          {reports > 1 && (
            <Text size="sm" c="dimmed">
              Reported {reports} times; the last report counts.
            </Text>
          )}
          {other_modes.map((other) => (
            <Anchor key={other} component={Link} to={storyPath(tag, other)} size="sm">
              {MODE_NAMES[other]} trade with this tag
            </Anchor>
          ))}
        </Group>
        <Panel title="Result">
          <dl className="facts">
            <Fact name="Net">
              <Change value={story.realised_pnl} currency="INR" reason={reasons['realised_pnl'] ?? ''} />
            </Fact>
            <Fact name="Gross">
              <Change value={story.realised_gross} currency="INR" reason={reasons['realised_gross'] ?? ''} />
            </Fact>
            <Fact name="Costs">
              <Amount value={story.realised_costs} currency="INR" reason={reasons['realised_costs'] ?? ''} />
            </Fact>
            <Fact name="Best point while open">
              <Change value={story.mfe} currency="INR" reason="Not reported." />
            </Fact>
            <Fact name="Worst point while open">
              <Change value={story.mae} currency="INR" reason="Not reported." />
            </Fact>
          </dl>
        </Panel>
        <Panel title="Your note">
          <Note tag={tag} mode={mode} notes={story.operator_notes} updatedAt={story.notes_updated_at} />
        </Panel>
        <Panel title="Debrief">
          <Debrief story={story} />
        </Panel>
        <Panel title="Where the result came from">
          <Attribution of={story.attribution} />
        </Panel>
        <Legs legs={story.legs} />
        <Panel title="Course">
          <Timeline story={story} />
        </Panel>
      </Stack>
    </>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper className="panel" p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
