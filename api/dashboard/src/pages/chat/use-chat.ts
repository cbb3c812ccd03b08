import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { type Frame, useLive } from '../../api/live.tsx';
import type { ChatMessage } from '../../api/types.ts';
import { done, failed } from '../../components/toast.tsx';

/** Ids are numbers too long for a number: the longer one is the later one. */
const byId = (one: ChatMessage, other: ChatMessage): number =>
  one.id.length - other.id.length || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

const isMessage = (value: unknown): value is ChatMessage =>
  typeof value === 'object' && value !== null && 'id' in value && 'direction' in value;

interface ChatRoom {
  /** Oldest first; null while they are loaded. */
  messages: ChatMessage[] | null;
  hasEarlier: boolean;
  error: Error | null;
  retry: () => void;
  loadEarlier: () => void;
  /** False when it could not be said. */
  say: (text: string) => Promise<boolean>;
  press: (data: string) => void;
  sendFile: (file: File) => void;
  upload: { name: string; share: number } | null;
}

/** The messages of the local chat: read once, then kept current by live frames, new, edited and deleted alike. */
export function useChat(): ChatRoom {
  const { state, send, subscribe } = useLive();
  const [known, setKnown] = useState<ReadonlyMap<string, ChatMessage> | null>(null);
  const [hasEarlier, setHasEarlier] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [upload, setUpload] = useState<ChatRoom['upload']>(null);

  const merge = useCallback((messages: readonly ChatMessage[]): void => {
    setKnown((before) => new Map([...(before ?? []), ...messages.map((one) => [one.id, one] as const)]));
  }, []);

  const load = useCallback((): void => {
    setError(null);
    api.chat.messages().then(
      ({ items, has_more }) => {
        // after a broken line everything is read anew: what was deleted meanwhile is gone
        setKnown(new Map(items.map((one) => [one.id, one])));
        setHasEarlier(has_more);
      },
      (reason: unknown) => setError(reason instanceof Error ? reason : new Error('unknown')),
    );
  }, []);

  useEffect(() => {
    if (state === 'open') load();
  }, [state, load]);

  useEffect(
    () =>
      subscribe((frame: Frame) => {
        if (frame.type === 'error')
          failed(null, typeof frame['detail'] === 'string' ? frame['detail'] : 'Something went wrong.');
        if (frame.type !== 'chat') return;
        if (isMessage(frame['message'])) merge([frame['message']]);
        if (typeof frame['toast'] === 'string') done(frame['toast']);
      }),
    [subscribe, merge],
  );

  const messages = useMemo(
    () => (known === null ? null : [...known.values()].filter((one) => !one.deleted).sort(byId)),
    [known],
  );

  return {
    messages,
    hasEarlier,
    error: messages === null ? error : null,
    retry: load,
    loadEarlier() {
      const first = messages?.[0];
      if (!first) return;
      api.chat.messages(first.id).then(
        ({ items, has_more }) => {
          merge(items);
          setHasEarlier(has_more);
        },
        (reason: unknown) => failed(reason, 'Earlier messages could not be loaded'),
      );
    },
    async say(text) {
      if (send({ type: 'chat', text })) return true;
      try {
        await api.chat.say(text);
        return true;
      } catch (reason) {
        failed(reason, 'The message was not sent');
        return false;
      }
    },
    press(data) {
      if (!send({ type: 'chat_callback', data }))
        api.chat.press(data).catch((reason: unknown) => failed(reason, 'The button did not work'));
    },
    sendFile(file) {
      const form = new FormData();
      form.set('file', file);
      setUpload({ name: file.name, share: 0 });
      api.chat
        .sendFile(form, (share) => setUpload({ name: file.name, share }))
        .catch((reason: unknown) => failed(reason, `${file.name} was not sent`))
        .finally(() => setUpload(null));
    },
    upload,
  };
}
