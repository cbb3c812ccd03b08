/** The same bot as on Telegram, in the page: commands, buttons, pictures, files. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessageCircle } from '../icons.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLive } from '../api/live.tsx';
import { useNotificationSettings } from '../api/queries.ts';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Failure, LoadingRows } from '../components/notices.tsx';
import classes from './chat/chat.module.css';
import { Composer } from './chat/composer.tsx';
import { MessageList } from './chat/message-list.tsx';
import { useChat } from './chat/use-chat.ts';

const openers = ['How am I doing?', 'What went up today?', '/chart', '/help'];

export default function Chat() {
  const { state } = useLive();
  const chat = useChat();
  const sent = useNotificationSettings();
  const [isOver, setIsOver] = useState(false);
  const isOpen = state === 'open';
  const begun = useSearchParams()[0].get('text') ?? '';

  return (
    <Stack
      gap="sm"
      className={classes.page}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file) chat.sendFile(file);
      }}
    >
      <Heading help="chat" title="Chat">
        Ask a question, send a command, or drop a tradebook here to import it.
      </Heading>
      <div className={classes.room}>
        {chat.error ? (
          <div className={classes.centre}>
            <Failure error={chat.error} retry={chat.retry} />
          </div>
        ) : chat.messages === null ? (
          <div className={classes.centre}>
            <LoadingRows rows={4} height={56} />
          </div>
        ) : chat.messages.length === 0 ? (
          <div className={classes.centre}>
            <Empty
              icon={<IconMessageCircle />}
              title="Send a message"
              actions={openers.map((command) => (
                <Button key={command} variant="default" onClick={() => void chat.say(command)}>
                  {command}
                </Button>
              ))}
            >
              Type / to see every command. {sent.data?.sentence}
            </Empty>
          </div>
        ) : (
          <MessageList
            messages={chat.messages}
            hasEarlier={chat.hasEarlier}
            onEarlier={chat.loadEarlier}
            onPress={chat.press}
            onCommand={(command) => void chat.say(command)}
          />
        )}
      </div>
      {!isOpen && (
        <Notice tone="caution">
          {state === 'connecting'
            ? 'Connecting …'
            : 'Live connection lost. Reconnecting; replies appear once it is back.'}
        </Notice>
      )}
      {chat.upload !== null && (
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            Sending {chat.upload.name}, {Math.round(chat.upload.share * 100)}%
          </Text>
        </Group>
      )}
      <Composer
        key={begun}
        begun={begun}
        onSay={chat.say}
        onFile={chat.sendFile}
        isBusy={chat.upload !== null}
      />
    </Stack>
  );
}
