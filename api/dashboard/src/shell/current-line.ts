import { type RefObject, useEffect } from 'react';

/**
 * Keeps the line or tab of the page that is shown in view, in a menu that scrolls on a low screen or a bar that scrolls on a
 * narrow one: when the page changes, and while a group unfolds or the window changes its size. Once the person moves in it, it
 * stays as they have it.
 */
export function useCurrentLine(menu: RefObject<HTMLElement | null>, pathname: string): void {
  useEffect(() => {
    const box = menu.current;
    if (box === null) return undefined;
    const sizes = new ResizeObserver(() => showLine(box));
    for (const part of [box, ...box.children]) sizes.observe(part);
    const release = (): void => sizes.disconnect();
    for (const kind of BY_HAND) box.addEventListener(kind, release, { passive: true });
    showLine(box);
    return () => {
      release();
      for (const kind of BY_HAND) box.removeEventListener(kind, release);
    };
  }, [menu, pathname]);
}

const BY_HAND = ['pointerdown', 'wheel', 'keydown'] as const;

/** Scrolls the menu alone, at once: `scrollIntoView` would move the page as well. */
function showLine(box: HTMLElement): void {
  const line = box.querySelector('[aria-current="page"]');
  if (line === null || !line.checkVisibility()) return;
  const { top, bottom, left, right } = line.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top) box.scrollTop -= frame.top - top;
  else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom;
  // In the middle, with its neighbours: a tab at the edge would look like the last one.
  if (left < frame.left || right > frame.right)
    box.scrollLeft += (left + right - frame.left - frame.right) / 2;
}
