const EVERY_MS = 10;

/**
 * Starts to count the milliseconds during which this process has turns, and returns their reader, which ends the count. A
 * machine that is busy with others gives it fewer turns than the clock has milliseconds, so that a bound of a wait holds there
 * too; a process that waits has all of them.
 */
export function countTurns(): () => number {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), EVERY_MS);
  return () => {
    clearInterval(timer);
    return turns * EVERY_MS;
  };
}
