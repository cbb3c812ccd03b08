/** The assistant beside every page: it knows which one, streams its answer, and can change nothing. */
import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { AiProblem, NoModel } from '../components/ai-problem.tsx';
import { ModelNotice, useModelNotice } from '../components/model-notice.tsx';
import { Failure, LoadingRows } from '../components/notices.tsx';
import { Question, Turn } from './answer.tsx';
import { useAssistant } from './use-assistant.ts';

const LONGEST_QUESTION = 2_000;
const OPENERS = [
  'How am I doing?',
  'Why did my portfolio change this week?',
  'What should I know about this page?',
];

interface PanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** Closed without going anywhere: the focus goes back to where it came from. */
  onDismiss: () => void;
  /** Path and title of the page behind it. */
  page: string;
  title: string;
}

export default function AssistantPanel({ isOpen, onClose, onDismiss, page, title }: PanelProps) {
  const { history, asking, ask, stop, erase } = useAssistant(isOpen);
  const notice = useModelNotice();
  const [text, setText] = useState('');
  const [isErasing, setIsErasing] = useState(false);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const end = useRef<HTMLDivElement | null>(null);
  const turns = history.data?.items.filter(({ state }) => asking === null || state !== 'ASKED') ?? [];
  const isBusy = asking !== null && asking.error === null;
  const isUnset = history.data?.is_ready === false;

  // The newest stands at the end, where one writes.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [asking?.text, asking?.question, asking?.error, turns.length, isOpen, notice.held]);

  // It is there only once the panel has come in.
  const holdEnd = useCallback((node: HTMLDivElement | null) => {
    end.current = node;
    node?.scrollIntoView({ block: 'end' });
  }, []);

  const close = (): void => {
    stop();
    onClose();
  };
  const send = (question: string): void => {
    if (question.trim() === '' || isBusy) return;
    notice.ask(() => {
      setText('');
      void ask(question.trim(), page);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(text);
  };

  return (
    <Drawer
      opened={isOpen}
      onClose={() => {
        close();
        onDismiss();
      }}
      returnFocus={false}
      position="right"
      size={isPhone ? '100%' : 460}
      title="Ask about your records"
      closeButtonProps={{ 'aria-label': 'Close the assistant' }}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        body: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
      }}
    >
      <Stack gap="md" style={{ flex: 1, overflowY: 'auto', minHeight: 0 }} aria-live="polite">
        {history.error ? (
          <Failure error={history.error} retry={() => void history.refetch()} />
        ) : history.data === undefined ? (
          <LoadingRows rows={3} height={40} />
        ) : isUnset ? (
          <NoModel onLeave={close} />
        ) : (
          turns.length === 0 &&
          asking === null && (
            <Stack gap="xs">
              <Text size="sm" c="dimmed">
                Answers come from your own records, with their sources. The assistant cannot change anything.
              </Text>
              {OPENERS.map((opener) => (
                <Button key={opener} variant="default" onClick={() => send(opener)}>
                  {opener}
                </Button>
              ))}
            </Stack>
          )
        )}
        {[...turns].reverse().map((turn) => (
          <Turn key={turn.id} turn={turn} onLeave={close} />
        ))}
        {asking !== null && (
          <Stack gap={6} aria-busy={isBusy}>
            <Question text={asking.question} />
            {asking.error === null ? (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {asking.text === '' ? 'Looking into your records …' : asking.text}
              </Text>
            ) : (
              <AiProblem error={asking.error} onLeave={close} />
            )}
          </Stack>
        )}
        <ModelNotice of={notice} />
        <div ref={holdEnd} />
      </Stack>
      <Stack gap={6} pt="sm">
        <Textarea
          data-autofocus
          aria-label="Your question"
          placeholder={`Ask about ${title} or anything else`}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={LONGEST_QUESTION}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={turns.length === 0}
            onBlur={() => setIsErasing(false)}
            onClick={() => {
              if (isErasing) erase();
              setIsErasing(!isErasing);
            }}
          >
            {isErasing ? 'Erase everything?' : 'Erase history'}
          </Button>
          {isBusy ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button onClick={() => send(text)} disabled={text.trim() === '' || isUnset}>
              Ask
            </Button>
          )}
        </Group>
      </Stack>
    </Drawer>
  );
}
