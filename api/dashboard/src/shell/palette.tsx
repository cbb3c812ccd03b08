/** The palette: a page, a holding or an action by a few of its letters. Loaded with its first use. */
import {
  Modal,
  ScrollArea,
  Text,
  TextInput,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '../icons.ts';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/endpoints.ts';
import { useShownPages } from '../api/parts.ts';
import { useHoldingSearch } from '../api/queries.ts';
import { useSignOut } from '../api/session.tsx';
import { holdingAddress } from '../components/holding-link.tsx';
import { done, failed } from '../components/toast.tsx';
import { routes } from '../routes.tsx';
import { useGuides } from '../api/help.ts';
import { sectionsOf } from '../pages/help/search.ts';
import { type Entry, matching } from './palette-entries.ts';
import classes from './palette.module.css';

/** More would hide what else was found. */
const MOST_HELP = 5;

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  onHelp: () => void;
  onAssistant: () => void;
}

export default function Palette({ isOpen, onClose, ...rest }: PaletteProps) {
  // What was chosen takes the focus; closed without a choice, it goes back. Not by Mantine's own means: they note anew
  // where the focus was whenever they are switched on or off.
  const before = useRef<Element | null>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const hasChosen = useRef(false);
  const giveBack = (): void => {
    if (!hasChosen.current && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (isOpen) {
      before.current = document.activeElement;
      hasChosen.current = false;
    } else giveBack();
  }, [isOpen]);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      // Closed before its field has the focus, the dialog still takes it, and loses it when it is removed.
      onExitTransitionEnd={() => {
        const { activeElement } = document;
        if (activeElement === document.body || dialog.current?.contains(activeElement)) giveBack();
      }}
      ref={dialog}
      title="Search pages, holdings, actions and help"
      returnFocus={false}
      centered={false}
      yOffset="10vh"
      padding="sm"
    >
      <Choices
        onChoose={(entry) => {
          hasChosen.current = true;
          onClose();
          entry.run();
        }}
        {...rest}
      />
    </Modal>
  );
}

type ChoicesProps = Omit<PaletteProps, 'isOpen' | 'onClose'> & { onChoose: (entry: Entry) => void };

function Choices({ onChoose, ...rest }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  const holdings = useHoldings(search);
  const groups = [
    { name: 'Pages', entries: matching(usePages(), typed) },
    { name: 'Holdings', entries: typed.trim() === '' ? [] : holdings },
    { name: 'Actions', entries: matching(useActions(rest), typed) },
    { name: 'Help', entries: useHelp(search) },
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const [at, setAt] = useState(0);
  const listId = useId();
  const idOf = (index: number): string => `${listId}-${index}`;
  const current = Math.min(at, all.length - 1);

  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) setAt((current + step + all.length) % all.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const chosen = all[current];
      if (chosen !== undefined) onChoose(chosen);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Search"
        placeholder="Holdings, TCS, dark …"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          // Enter takes the first of what is found, whatever was found before
          setAt(0);
        }}
        onKeyDown={onKey}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current >= 0 ? idOf(current) : undefined}
      />
      <ScrollArea.Autosize mah="55vh" mt="xs" type="auto">
        <div id={listId} role="listbox" aria-label="What was found">
          {groups.map(({ name, entries }) => (
            <div key={name} role="group" aria-label={name}>
              <Text size="xs" c="dimmed" fw={600} px={10} pt={8} pb={4} aria-hidden>
                {name}
              </Text>
              {entries.map((entry) => {
                const index = all.indexOf(entry);
                return (
                  <div
                    key={entry.id}
                    id={idOf(index)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === current}
                    className={classes['option']}
                    onMouseMove={() => setAt(index)}
                    onClick={() => onChoose(entry)}
                  >
                    <span>{entry.title}</span>
                    {entry.about !== undefined && <span className={classes['about']}>{entry.about}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        {all.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            Nothing matches.
          </Text>
        )}
      </ScrollArea.Autosize>
      <Text className="sr-only" role="status">
        {all.length === 1 ? '1 result' : `${all.length} results`}
      </Text>
    </>
  );
}

/** The line or group that a page is in, where it has another name. */
const aboutOf = (title: string, line: string | undefined): Pick<Entry, 'about'> =>
  line === undefined || line === title ? {} : { about: line };

function usePages(): Entry[] {
  const navigate = useNavigate();
  return routes.filter(useShownPages()).map(({ path, title, line, group }) => ({
    id: `page ${path}`,
    title,
    ...aboutOf(title, line ?? group),
    run: () => void navigate(path),
  }));
}

/** Headings of the guides; not before three letters, or a few letters would find most of them. */
function useHelp(search: string): Entry[] {
  const navigate = useNavigate();
  const isAsked = search.length > 2;
  const guides = useGuides({ enabled: isAsked }).data?.guides ?? [];
  if (!isAsked) return [];
  const entries = guides.flatMap(sectionsOf).map(({ to, guide, heading }) => ({
    id: `help ${to}`,
    title: heading ?? guide,
    about: heading === null ? 'Guide' : guide,
    run: () => void navigate(to),
  }));
  return matching(entries, search).slice(0, MOST_HELP);
}

/** Each symbol once, however many portfolios it is in. */
function useHoldings(search: string): Entry[] {
  const navigate = useNavigate();
  const found = useHoldingSearch(search).data?.items ?? [];
  return [...new Map(found.map((one) => [one.symbol, one])).values()].map(({ symbol, name }) => ({
    id: `holding ${symbol}`,
    title: symbol,
    ...(name === null ? {} : { about: name }),
    run: () => void navigate(holdingAddress(symbol)),
  }));
}

function useActions({ onHelp, onAssistant }: Pick<PaletteProps, 'onHelp' | 'onAssistant'>): Entry[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const refresh = (): void => {
    api.prices.refresh(true).then(
      ({ updated, unchanged }) =>
        done(`${(updated + unchanged).toLocaleString('en-IN')} prices are up to date.`),
      (error: unknown) => failed(error, 'Prices could not be refreshed'),
    );
  };
  return [
    { id: 'import', title: 'Import a file', run: () => void navigate('/data/import') },
    { id: 'transaction', title: 'Add a transaction', run: () => void navigate('/transactions?add=new') },
    { id: 'holding', title: 'Add a holding', run: () => void navigate('/holdings?add=new') },
    { id: 'prices', title: 'Refresh prices', run: refresh },
    { id: 'assistant', title: 'Ask the assistant', run: onAssistant },
    { id: 'shortcuts', title: 'Show keyboard shortcuts', run: onHelp },
    { id: 'theme', title: `Switch to the ${other} theme`, run: () => setColorScheme(other) },
    { id: 'sign-out', title: 'Sign out', run: signOut },
  ];
}
