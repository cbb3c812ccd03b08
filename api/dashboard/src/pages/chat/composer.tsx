import { ActionIcon, Code, FileButton, Group, Text, Textarea, Tooltip } from '@mantine/core';
import { IconPaperclip, IconSend2 } from '../../icons.ts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useChatCommands } from '../../api/queries.ts';
import type { ChatCommand } from '../../api/types.ts';
import classes from './chat.module.css';

interface ComposerProps {
  /** False when it could not be said: the text stays. */
  onSay: (text: string) => Promise<boolean>;
  onFile: (file: File) => void;
  isBusy: boolean;
  /** What stands there to begin with; nobody has sent it. */
  begun?: string;
}

const MOST_LETTERS = 4096;

/** Commands that begin with what is typed, by any of their names; none once arguments begin. */
function suggested(commands: readonly ChatCommand[], text: string): ChatCommand[] {
  const typed = /^\/(\w*)$/.exec(text)?.[1];
  if (typed === undefined) return [];
  const start = typed.toLowerCase();
  return commands.filter(
    ({ name, aliases, is_shown }) => is_shown && [name, ...aliases].some((one) => one.startsWith(start)),
  );
}

/** On a phone the cursor would bring the keyboard up, over what there is to read. */
const hasKeys = window.matchMedia('(hover: hover)').matches;

const takesArguments = (command: ChatCommand): boolean => command.usage.includes(' ');

/** Optional arguments stand in brackets. */
const needsArguments = (command: ChatCommand): boolean =>
  / [^[\s]/.test(command.usage.replace(/\[[^\]]*\]/g, '['));

/** Where one writes. Enter sends, Shift and Enter begins a line; after a slash the commands are offered. */
export function Composer({ onSay, onFile, isBusy, begun = '' }: ComposerProps) {
  const [text, setText] = useState(begun);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setIsClosed] = useState(false);
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const commands = useChatCommands().data?.items ?? [];
  const offers = isClosed ? [] : suggested(commands, text);
  const current = offers[Math.min(chosen, offers.length - 1)];

  const change = (next: string): void => {
    setText(next);
    setChosen(0);
    setIsClosed(false);
  };
  const send = (what: string): void => {
    if (what.trim() === '') return;
    change('');
    void onSay(what.trim()).then((isSaid) => {
      if (!isSaid) setText((typed) => (typed === '' ? what : typed));
    });
  };
  const take = (command: ChatCommand): void => {
    if (needsArguments(command)) {
      change(`/${command.name} `);
      input.current?.focus();
    } else send(`/${command.name}`);
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (current && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : offers.length - 1;
      setChosen((offers.indexOf(current) + step) % offers.length);
    } else if (current && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      change(`/${current.name}${takesArguments(current) ? ' ' : ''}`);
    } else if (offers.length > 0 && event.key === 'Escape') {
      setIsClosed(true);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // what is typed in full is sent as it is: the bot asks for what is missing
      if (current && text !== `/${current.name}`) take(current);
      else send(text);
    }
  };

  return (
    <div style={{ position: 'relative' }} data-composer>
      {offers.length > 0 && (
        <ul className={classes.suggestions} role="listbox" id={listId} aria-label="Commands">
          {offers.map((command) => (
            <li
              key={command.name}
              id={`${listId}-${command.name}`}
              role="option"
              aria-selected={command === current}
              className={classes.suggestion}
              ref={(element) => {
                if (command === current) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseDown={(event) => {
                event.preventDefault();
                take(command);
              }}
            >
              <Code>{command.usage}</Code>
              <Text size="sm" c="dimmed" span>
                {command.summary}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <FileButton
          onChange={(file) => file && onFile(file)}
          accept=".csv,.txt,.tsv,.xml,.xlsx,text/csv,text/xml"
        >
          {(props) => (
            <Tooltip label="Attach a file">
              <ActionIcon {...props} size={42} variant="default" aria-label="Attach a file" loading={isBusy}>
                <IconPaperclip size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <Textarea
          ref={input}
          aria-label="Message"
          placeholder="Ask, or type / for commands"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MOST_LETTERS}
          size="md"
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKey}
          autoFocus={hasKeys}
          data-autofocus={hasKeys || undefined}
          style={{ flex: 1 }}
          aria-controls={offers.length > 0 ? listId : undefined}
          aria-activedescendant={current && offers.length > 0 ? `${listId}-${current.name}` : undefined}
          aria-autocomplete="list"
        />
        <Tooltip label="Send">
          <ActionIcon size={42} onClick={() => send(text)} disabled={text.trim() === ''} aria-label="Send">
            <IconSend2 size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  );
}
