import { Stack, Switch, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.tsx';
import { useKeepsOverview } from '../../offline/choice.ts';
import { missingForApp } from '../../offline/missing.ts';
import { appState } from '../../offline/worker.ts';
import { Section } from './section.tsx';

/** Installing, and what this browser keeps for reading without a network. */
export function ThisDevice() {
  return (
    <Section
      title="App and offline reading"
      description="For this browser. Munim can be installed as an app, and show your last overview while it cannot be reached."
      help="app"
    >
      <Offer />
    </Section>
  );
}

function Offer() {
  const { me } = useSession();
  const failure = useSyncExternalStore(appState.subscribe, appState.failure, appState.failure);
  const lacking = missingForApp(globalThis);
  if (lacking !== null) return <Text size="sm">{lacking}</Text>;
  if (!me) return null;
  return (
    <Stack gap="xs">
      {failure !== null && (
        <Text size="sm">
          This browser could not install what opens Munim without a network: {failure} A certificate that the
          browser does not trust is a common reason. The owner may also have switched it off.
        </Text>
      )}
      <Keep user={me.user.id} />
      <Text size="sm" c="dimmed">
        To install it, choose Install or Add to Home Screen in the menu of your browser; on an iPhone or iPad,
        Share, then Add to Home Screen.
      </Text>
    </Stack>
  );
}

function Keep({ user }: { user: string }) {
  const [keeps, setKeeps] = useKeepsOverview(user);
  const [isRefused, setIsRefused] = useState(false);
  return (
    <Switch
      label="Keep the last overview on this device"
      description="Your overview, holdings and plans of the day, readable by anyone who can open this browser. Deleted when you sign out, when your session ends, when someone else signs in, and after 7 days."
      error={isRefused ? 'This browser does not store anything for this page.' : null}
      checked={keeps}
      onChange={(event) => {
        const next = event.currentTarget.checked;
        setIsRefused(!setKeeps(next));
        // a request to the browser not to delete it when space is short; it may refuse
        if (next) navigator.storage?.persist?.().catch(() => undefined);
      }}
    />
  );
}
