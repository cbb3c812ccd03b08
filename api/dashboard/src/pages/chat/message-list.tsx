import { Anchor, Button } from '@mantine/core';
import { IconFile } from '../../icons.ts';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { clockTime, day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import type { ChatMessage } from '../../api/types.ts';
import classes from './chat.module.css';
import { RichText } from './rich-text.tsx';

interface MessageListProps {
  messages: readonly ChatMessage[];
  hasEarlier: boolean;
  onEarlier: () => void;
  onPress: (data: string) => void;
  onCommand: (text: string) => void;
}

/** How near the end, in pixels, still counts as reading along. */
const NEAR = 120;

export function MessageList({ messages, hasEarlier, onEarlier, onPress, onCommand }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const heightBefore = useRef(0);
  const first = messages[0]?.id;
  const firstBefore = useRef(first);
  const lastBefore = useRef(messages.at(-1)?.id);

  const toEnd = (): void => {
    const element = list.current;
    if (element && isFollowing.current) element.scrollTop = element.scrollHeight;
  };

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // whoever says something wants to see it and its answer, however far up they had read
    const end = messages.findIndex(({ id }) => id === lastBefore.current) + 1;
    if (end > 0 && messages.slice(end).some(({ direction }) => direction === 'in'))
      isFollowing.current = true;
    lastBefore.current = messages.at(-1)?.id;
    // earlier messages push down what is being read: keep it where it was
    if (firstBefore.current !== first) element.scrollTop += element.scrollHeight - heightBefore.current;
    else toEnd();
    firstBefore.current = first;
    heightBefore.current = element.scrollHeight;
  }, [messages, first]);

  // a notice or a keyboard that takes room from the list would otherwise hide its last words
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const watched = new ResizeObserver(() => toEnd());
    watched.observe(element);
    return () => watched.disconnect();
  }, []);

  return (
    <div
      ref={list}
      className={classes.list}
      role="log"
      aria-label="Messages"
      aria-live="polite"
      tabIndex={0}
      onScroll={({ currentTarget: element }) => {
        isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      }}
    >
      {hasEarlier && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onEarlier}
          style={{ alignSelf: 'center', flexShrink: 0 }}
        >
          Earlier messages
        </Button>
      )}
      {messages.map((message, index) => {
        const date = day(message.created_at);
        const before = messages[index - 1];
        return (
          <Fragment key={message.id}>
            {(before === undefined || day(before.created_at) !== date) && (
              <span className={classes.date}>{date}</span>
            )}
            <Message message={message} onPress={onPress} onCommand={onCommand} onLoaded={toEnd} />
          </Fragment>
        );
      })}
    </div>
  );
}

interface MessageProps extends Pick<MessageListProps, 'onPress' | 'onCommand'> {
  message: ChatMessage;
  onLoaded: () => void;
}

function Message({ message, onPress, onCommand, onLoaded }: MessageProps) {
  const { attachment, buttons, text, entities } = message;
  const isMine = message.direction === 'in';
  const at = Date.parse(message.created_at);
  return (
    <article
      className={classes.message}
      data-mine={isMine || undefined}
      aria-label={isMine ? 'You' : 'Munim'}
    >
      {attachment?.kind === 'photo' && (
        <a href={api.chat.attachment(attachment.id)} target="_blank" rel="noreferrer">
          <img
            className={classes.photo}
            src={api.chat.attachment(attachment.id)}
            alt={text || attachment.name}
            width={600}
            onLoad={onLoaded}
          />
        </a>
      )}
      {attachment?.kind === 'document' && (
        <div className={classes.bubble}>
          <Anchor
            href={api.chat.attachment(attachment.id)}
            download={attachment.name}
            c={isMine ? '#fff' : undefined}
          >
            <IconFile size={15} aria-hidden style={{ verticalAlign: -2 }} /> {attachment.name}
          </Anchor>
        </div>
      )}
      {text !== '' && (
        <div className={classes.bubble}>
          <RichText text={text} entities={entities} onCommand={isMine ? null : onCommand} />
        </div>
      )}
      {buttons.length > 0 && (
        <div className={classes.keyboard} role="group" aria-label="Replies">
          {buttons.map((row, index) => (
            <div key={index} className={classes.row}>
              {row.map((button) => (
                <Button key={button.data} size="xs" variant="light" onClick={() => onPress(button.data)}>
                  {button.text}
                </Button>
              ))}
            </div>
          ))}
        </div>
      )}
      <span className={classes.meta}>
        <time dateTime={message.created_at}>{clockTime(at)}</time>
        {message.edited_at !== null && ', edited'}
      </span>
    </article>
  );
}
