/**
 * A `ref` for what takes the place of the control that was just used: it is focused as it appears (it needs
 * `tabIndex={-1}`), so that a screen reader reads it and the next Tab goes on from there.
 */
export const focused = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Puts the keyboard there once a dialogue is closed, where the button that opened it is gone. */
export function goOnAt(place: () => HTMLElement | null): void {
  window.setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) place()?.focus();
  }, 100);
}
