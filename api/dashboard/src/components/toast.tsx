/** Short messages at the edge of the page; they are read out by screen readers. */
import { Anchor, Button, Group, Kbd, Text } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { ApiError } from '../api/client.ts';

/** Kept until whoever shows them is loaded. */
const show = (data: NotificationData): void =>
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(data));

/** The close button shows only a cross; this is its name for screen readers. */
const CLOSE = { closeButtonProps: { 'aria-label': 'Close message' } };

export function done(message: string): void {
  show({ ...CLOSE, message, color: 'teal', autoClose: 5000 });
}

export function failed(error: unknown, what: string): void {
  const reason =
    error instanceof ApiError ? error.message : 'Try again. If it happens again, reload the page.';
  const help = error instanceof ApiError ? error.help : null;
  // messages are outside of the router
  const message =
    help === null ? (
      reason
    ) : (
      <>
        {reason}{' '}
        <Anchor href={help} inherit>
          Help
        </Anchor>
      </>
    );
  show({ ...CLOSE, title: what, message, color: 'orange', autoClose: 10_000 });
}

/** Deletions whose offer still stands, the latest last. */
let offers: (() => void)[] = [];
let offered = 0;

/** Closes all messages and withdraws their offers. */
export function clearMessages(): void {
  offers = [];
  void import('@mantine/notifications').then(({ notifications }) => notifications.clean());
}

/** Takes the latest deletion back whose offer still stands: the offer is far away for who uses the keyboard. */
export function undoLatest(): void {
  offers.at(-1)?.();
}

/** Says what was deleted and offers to take it back for ten seconds. */
export function undoable(message: string, undo: () => Promise<unknown>): void {
  const close = (): void => void (offers = offers.filter((one) => one !== take));
  const take = (): void => {
    close();
    void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
    undo().then(
      () => done('Undone.'),
      (error: unknown) => failed(error, 'Could not undo'),
    );
  };
  offered += 1;
  const id = `undo ${offered}`;
  show({
    ...CLOSE,
    id,
    autoClose: 10_000,
    color: 'gray',
    onClose: close,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          style={{ flexShrink: 0 }}
          onClick={take}
          rightSection={
            <Kbd size="xs" visibleFrom="sm" aria-hidden>
              u
            </Kbd>
          }
        >
          Undo
        </Button>
      </Group>
    ),
  });
  offers.push(take);
}
