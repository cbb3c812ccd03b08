/** The keyboard: `g` and a letter or digit goes to a page, `/` searches it, `Ctrl K` opens the palette, `a` asks the assistant, `u` takes a deletion back, `?` shows this list. */
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { undoLatest } from '../components/toast.tsx';
import { routes } from '../routes.tsx';

/** Loaded with its first use, as are the dialogs of the page. */
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

/** Milliseconds after `g` in which the next key counts. */
const PATIENCE = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function Shortcuts({
  isHelpOpen,
  onHelp,
  onAssistant,
  onPalette,
}: {
  isHelpOpen: boolean;
  onHelp: () => void;
  onAssistant: () => void;
  onPalette: () => void;
}) {
  const navigate = useNavigate();
  const hasHelped = useRef(false);
  hasHelped.current ||= isHelpOpen;

  // with the page and not a moment after it, so that no key is lost that is pressed at once
  useLayoutEffect(() => {
    let waiting: number | undefined;
    const onKey = (event: KeyboardEvent): void => {
      // also while one writes: it stands for no letter
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (waiting !== undefined) {
        window.clearTimeout(waiting);
        waiting = undefined;
        const route = routes.find((one) => one.key === event.key);
        if (route) {
          event.preventDefault();
          void navigate(route.path);
        }
        return;
      }
      if (document.querySelector('[role="dialog"]') && event.key !== '?') return;
      if (event.key === 'g') waiting = window.setTimeout(() => (waiting = undefined), PATIENCE);
      else if (event.key === '?') onHelp();
      else if (event.key === 'a') {
        event.preventDefault();
        onAssistant();
      } else if (event.key === 'u') undoLatest();
      else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.clearTimeout(waiting);
    };
  }, [navigate, onHelp, onAssistant, onPalette]);

  if (!hasHelped.current) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutList isOpen={isHelpOpen} onClose={onHelp} />
    </Suspense>
  );
}
