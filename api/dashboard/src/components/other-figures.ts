import { useState } from 'react';

/**
 * Shows or removes the sample, and starts the dashboard anew: nothing of the other figures stays in the window.
 * @param onError may keep the error for itself; it is called before the button can be pressed again
 */
export function useOtherFigures(onError: (error: Error) => void) {
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    change(work: () => Promise<void>): void {
      setPending(true);
      work().then(
        () => location.assign('/'),
        (error: unknown) => {
          setPending(false);
          onError(error as Error);
        },
      );
    },
  };
}
