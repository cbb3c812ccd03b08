import { useState } from 'react';

/**
 * Shows or removes the sample and reloads the dashboard, so that no earlier figures stay in the window.
 * @param onError handles the error; called before the button can be pressed again
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
