/** Telegram takes about one edit a second in a chat; more are held back by it for minutes. */
const EVERY_MS = 1_100;
/** Long answers stand still towards their end; the last edit shows the whole. */
const MOST_EDITS = 20;

interface LiveEdits {
  /** Adds a piece; it is shown with the next edit that is due. */
  tell(this: void, piece: string): void;
  /** Resolves when no edit is on its way. Nothing is shown from then on. */
  end(this: void): Promise<void>;
}

/**
 * Shows a text that grows in one message, at a pace that a chat bears. An edit that fails is left out: the next one, or the
 * final message, shows more.
 * @param show edits the message
 */
export function createLiveEdits(
  show: (this: void, text: string) => Promise<void>,
  { everyMs = EVERY_MS, most = MOST_EDITS, now = () => performance.now() } = {},
): LiveEdits {
  let text = '';
  let edits = 0;
  let last = now();
  let underWay: Promise<void> | null = null;
  let isOver = false;
  return {
    tell(piece) {
      text += piece;
      if (isOver || underWay !== null || edits >= most || now() - last < everyMs || text.trim() === '')
        return;
      edits += 1;
      underWay = show(text)
        .catch(() => undefined)
        .finally(() => {
          underWay = null;
          last = now();
        });
    },
    async end() {
      isOver = true;
      await underWay;
    },
  };
}
