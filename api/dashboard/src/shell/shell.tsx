/** What surrounds every page: name, navigation, the state of the live line, and the keyboard. */
import { ActionIcon, Anchor, AppShell, Box, Button, Group, ScrollArea, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard, IconLogout, IconSparkles } from '../icons.ts';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useLive } from '../api/live.tsx';
import { useSignOut } from '../api/session.tsx';
import type { Me } from '../api/types.ts';
import { titleAt } from '../menu.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { useCurrentLine } from './current-line.ts';
import { HeaderLinks } from './header-links.tsx';
import { NewVersion } from './new-version.tsx';
import { LineTabs, PageLinks } from './page-links.tsx';
import { HiddenPartOffer } from './hidden-part-offer.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { SearchButton } from './search-button.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Loaded with their first use. */
const AssistantPanel = lazy(() => import('../assistant/panel.tsx'));
const Palette = lazy(() => import('./palette.tsx'));
const SampleBanner = lazy(() => import('./sample-banner.tsx'));

/** A failure is retried at the next start. */
function renewBrowserNotices(): void {
  void import('../browser-notices/subscription.ts')
    .then(({ renewSubscription }) => renewSubscription())
    .catch(() => undefined);
}

export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [isOpen, menu] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [isAsking, assistant] = useDisclosure(false);
  const [isSearching, palette] = useDisclosure(false);
  const hasAsked = useRef(false);
  const hasSearched = useRef(false);
  const askButton = useRef<HTMLButtonElement>(null);
  hasAsked.current ||= isAsking;
  hasSearched.current ||= isSearching;
  const { pathname } = useLocation();
  const main = useRef<HTMLDivElement>(null);
  const menuBox = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  const title = titleAt(pathname);
  useCurrentLine(menuBox, pathname);
  useEffect(renewBrowserNotices, []);

  // a new page begins at its top, for the eye and for the screen reader, or where one writes; in the same
  // frame as the page, so that a Tab pressed at once is not taken back; somebody who searches already goes on writing
  useLayoutEffect(() => {
    document.title = `${title} · Munim`;
    menu.close();
    if (isFirst.current) isFirst.current = false;
    else if (!isSearching)
      (main.current?.querySelector<HTMLElement>('[data-autofocus]') ?? main.current)?.focus({
        preventScroll: true,
      });
    window.scrollTo(0, 0);
  }, [title, menu.close]);

  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Shortcuts
        isHelpOpen={isHelpOpen}
        onHelp={help.toggle}
        onAssistant={assistant.open}
        onPalette={palette.toggle}
      />
      {hasSearched.current && (
        <Suspense fallback={null}>
          <Palette
            isOpen={isSearching}
            onClose={palette.close}
            onHelp={help.open}
            onAssistant={assistant.open}
          />
        </Suspense>
      )}
      {hasAsked.current && (
        <Suspense fallback={null}>
          <AssistantPanel
            isOpen={isAsking}
            onClose={assistant.close}
            onDismiss={() => window.setTimeout(() => askButton.current?.focus())}
            page={pathname}
            title={title}
          />
        </Suspense>
      )}
      <AppShell
        header={{ height: 56 }}
        footer={{ height: { base: 56, sm: 0 } }}
        navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header px="sm">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Brand isShort />
            </Group>
            <Group gap={6} wrap="nowrap">
              <NewVersion />
              <LiveBadge />
              <SearchButton onOpen={palette.open} />
              <HeaderLinks />
              <Tooltip label="Ask about your records (a)">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  ref={askButton}
                  onClick={assistant.open}
                  aria-label="Ask the assistant"
                >
                  <IconSparkles size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Keyboard shortcuts (?)">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  onClick={help.open}
                  aria-label="Keyboard shortcuts"
                  visibleFrom="sm"
                >
                  <IconKeyboard size={18} />
                </ActionIcon>
              </Tooltip>
              <SchemeSwitch />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Pages">
          <AppShell.Section grow component={ScrollArea} viewportRef={menuBox}>
            <PageLinks pathname={pathname} onFollow={menu.close} />
          </AppShell.Section>
          <AppShell.Section>
            <Account me={me} />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Footer hiddenFrom="sm">
          <BottomBar pathname={pathname} isMenuOpen={isOpen} onMenu={menu.toggle} onFollow={menu.close} />
        </AppShell.Footer>
        <AppShell.Main>
          <Box maw={1240} mx="auto">
            {me.shows_sample && (
              <Suspense fallback={null}>
                <SampleBanner />
              </Suspense>
            )}
            <LineTabs pathname={pathname} />
            {/* A new page has the focus here: its tabs are behind it. */}
            <div id="main" ref={main} tabIndex={-1}>
              <HiddenPartOffer pathname={pathname} />
              {children}
            </div>
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

function LiveBadge() {
  return <ConnectionBadge state={useLive().state} />;
}

function Account({ me }: { me: Me }) {
  const signOut = useSignOut();
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      gap="xs"
      p="xs"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text size="sm" truncate title={me.user.login} flex={1}>
        {me.user.name}
      </Text>
      <Anchor component={Link} to="/help" size="xs" c="dimmed">
        Help
      </Anchor>
      <Anchor href="/api/docs" target="_blank" size="xs" c="dimmed" aria-label="API documentation">
        API
      </Anchor>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={signOut}
      >
        Sign out
      </Button>
    </Group>
  );
}
