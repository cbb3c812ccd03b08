import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChatEntity } from '../../api/types.ts';
import classes from './chat.module.css';

interface RichTextProps {
  text: string;
  entities: readonly ChatEntity[];
  /** A command in the text was pressed; null where commands are mere words. */
  onCommand: ((command: string) => void) | null;
}

const end = (entity: ChatEntity): number => entity.offset + entity.length;

/**
 * A message with its formatting, as Telegram describes it: spans by offset and length in UTF-16 units, which may lie
 * in each other. Nothing of the text is ever taken for HTML.
 */
export function RichText({ text, entities, onCommand }: RichTextProps) {
  const sorted = [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
  return <>{span(text, 0, text.length, sorted, onCommand)}</>;
}

function span(
  text: string,
  from: number,
  to: number,
  entities: readonly ChatEntity[],
  onCommand: ((command: string) => void) | null,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = from;
  let index = 0;
  while (index < entities.length) {
    const entity = entities[index] as ChatEntity;
    index += 1;
    if (entity.offset < at || end(entity) > to) continue;
    if (entity.offset > at) parts.push(...plain(text.slice(at, entity.offset), at, onCommand));
    const inner: ChatEntity[] = [];
    while (index < entities.length && (entities[index] as ChatEntity).offset < end(entity)) {
      inner.push(entities[index] as ChatEntity);
      index += 1;
    }
    const content = text.slice(entity.offset, end(entity));
    const children = isVerbatim(entity) ? content : span(text, entity.offset, end(entity), inner, onCommand);
    parts.push(
      <Formatted
        key={`${entity.offset}-${entity.type}`}
        entity={entity}
        content={content}
        onCommand={onCommand}
      >
        {children}
      </Formatted>,
    );
    at = end(entity);
    // a block ends its line by itself
    if (isBlock(entity) && text[at] === '\n') at += 1;
  }
  if (at < to) parts.push(...plain(text.slice(at, to), at, onCommand));
  return parts;
}

const isVerbatim = (entity: ChatEntity): boolean => ['code', 'pre', 'bot_command'].includes(entity.type);

const commandInText = /(?<![\w/])\/[a-z][a-z0-9_]{1,31}(?![\w/])/g;

/** Commands in plain text can be pressed, as on Telegram, where the client finds them by itself. */
function plain(text: string, from: number, onCommand: ((command: string) => void) | null): ReactNode[] {
  if (onCommand === null) return [text];
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(commandInText)) {
    parts.push(text.slice(at, match.index));
    parts.push(<Command key={from + match.index} name={match[0]} onCommand={onCommand} />);
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

function Command({ name, onCommand }: { name: string; onCommand: (command: string) => void }) {
  return (
    <button type="button" className={classes.command} onClick={() => onCommand(name)}>
      {name}
    </button>
  );
}

interface FormattedProps {
  entity: ChatEntity;
  content: string;
  children: ReactNode;
  onCommand: ((command: string) => void) | null;
}

const isBlock = (entity: ChatEntity): boolean => entity.type === 'pre' || entity.type.endsWith('blockquote');

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

function Formatted({ entity, content, children, onCommand }: FormattedProps) {
  switch (entity.type) {
    case 'bold':
      return <strong>{children}</strong>;
    case 'italic':
      return <em>{children}</em>;
    case 'underline':
      return <u>{children}</u>;
    case 'strikethrough':
      return <s>{children}</s>;
    case 'code':
      return <code>{children}</code>;
    case 'pre':
      return <pre tabIndex={0}>{children}</pre>;
    case 'blockquote':
    case 'expandable_blockquote':
      return <blockquote>{children}</blockquote>;
    case 'bot_command':
      return onCommand === null ? children : <Command name={content} onCommand={onCommand} />;
    case 'url':
    case 'text_link': {
      const url = entity.url ?? content;
      if (!isWebAddress(url)) return children;
      return (
        <Anchor href={url} target="_blank" rel="noreferrer" fz="inherit">
          {children}
        </Anchor>
      );
    }
    default:
      return children;
  }
}
