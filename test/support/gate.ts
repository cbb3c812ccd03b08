/** Something that is held up by hand, until it is let go. */
export interface Gate {
  /** Resolves once somebody waits here. */
  reached: Promise<void>;
  /** What is to be held up awaits this. */
  pass: () => Promise<void>;
  /** Lets everybody go on. */
  open: () => void;
}

export function gate(): Gate {
  let tell: () => void;
  let open: () => void;
  const reached = new Promise<void>((resolve) => (tell = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    async pass() {
      tell();
      await opened;
    },
    open: () => open(),
  };
}
