import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { day, moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useBrowsers, useChange, useNotificationSettings, useWebPush } from '../../api/queries.ts';
import type { Browser } from '../../api/types.ts';
import {
  browserId,
  NoticesUnavailable,
  whyUnavailable,
  switchOff,
  switchOn,
} from '../../browser-notices/subscription.ts';
import { Notice } from '../../components/notice.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { ConfirmRevocation, RevokeButton } from '../../components/revocation.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const KEY = 'notifications';

export function BrowserNotices() {
  const push = useWebPush();
  return (
    <Section
      title="Notices in this browser"
      help="browserNotices"
      description="Notices of the kinds above appear on this device, also while Munim is closed. Pressing one opens its page and approves nothing."
    >
      <Loaded query={push} skeleton={<LoadingRows rows={1} />}>
        {({ public_key: publicKey, reason }) =>
          publicKey === null ? <Text size="sm">{reason}</Text> : <Notices publicKey={publicKey} />
        }
      </Loaded>
    </Section>
  );
}

function Notices({ publicKey }: { publicKey: string }) {
  const browsers = useBrowsers();
  const remove = useChange(KEY, switchOff);
  const test = useChange(KEY, api.notifications.testBrowser);
  const [doomed, setDoomed] = useState<Browser | null>(null);
  const onTest = (id: string): void =>
    test.mutate(id, {
      onSuccess: ({ sent, reason }) =>
        sent
          ? done('Sent. It should appear in a moment.')
          : failed(new NoticesUnavailable(reason ?? ''), reason ?? ''),
      onError: (error) => failed(error, 'Could not send a test'),
    });
  return (
    <>
      <Loaded query={browsers} skeleton={<LoadingRows rows={2} />}>
        {({ items }) => (
          <>
            {items.every(({ id }) => id !== browserId()) && <SwitchOn publicKey={publicKey} />}
            {items.length > 0 && (
              <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Browsers">
                {items.map((browser) => (
                  <BrowserRow
                    key={browser.id}
                    browser={browser}
                    isTesting={test.isPending && test.variables === browser.id}
                    onTest={() => onTest(browser.id)}
                    onRemove={() => setDoomed(browser)}
                  />
                ))}
              </Stack>
            )}
          </>
        )}
      </Loaded>
      <Amounts />
      <ConfirmRevocation
        row={doomed}
        revoke={remove}
        title="Remove a browser"
        action="Remove"
        gone="Browser removed."
        failure="Could not remove the browser"
        onClose={() => setDoomed(null)}
      >
        {({ label }) => `${label} gets no more notices. You can switch them on there again.`}
      </ConfirmRevocation>
    </>
  );
}

function SwitchOn({ publicKey }: { publicKey: string }) {
  const start = useChange(KEY, switchOn);
  const problem = start.error instanceof NoticesUnavailable ? start.error.message : whyUnavailable();
  return (
    <>
      {problem !== null && (
        <Notice tone="info" title="Not possible here yet">
          {problem}
        </Notice>
      )}
      {whyUnavailable() === null && (
        <Group>
          <Button
            loading={start.isPending}
            onClick={() =>
              start.mutate(publicKey, {
                onSuccess: () => done('This browser shows notices now.'),
                onError: (error) => {
                  if (!(error instanceof NoticesUnavailable)) failed(error, 'Could not switch notices on');
                },
              })
            }
          >
            Show notices in this browser
          </Button>
        </Group>
      )}
    </>
  );
}

interface BrowserRowProps {
  browser: Browser;
  isTesting: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function BrowserRow({ browser, isTesting, onTest, onRemove }: BrowserRowProps) {
  const { id, label, created_at, last_success_at, failures, last_error } = browser;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div style={{ flex: '1 1 260px' }}>
        <Text size="sm">
          {label}
          {id === browserId() && ' (this browser)'}
        </Text>
        <Text size="xs" c="dimmed">
          since {day(created_at)},{' '}
          {last_success_at === null ? 'no notice yet' : `last notice ${moment(last_success_at)}`}
        </Text>
        {last_error !== null && (
          <Text size="xs" c="orange">
            {failures === 1 ? 'The last notice failed' : `The last ${failures} notices failed`}: {last_error}
          </Text>
        )}
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Send a test to ${label}`}
        loading={isTesting}
        onClick={onTest}
      >
        Send a test
      </Button>
      <RevokeButton name={label} action="Remove" onClick={onRemove} />
    </Group>
  );
}

function Amounts() {
  const settings = useNotificationSettings();
  const save = useChange(KEY, api.notifications.saveSettings);
  return (
    <Loaded query={settings} skeleton={<LoadingRows rows={1} />}>
      {({ amounts_in_browsers: saved }) => (
        <Switch
          label="Show the text with its amounts"
          description="In all your browsers. Everyone who sees a locked screen can read it. Otherwise a notice says only what it is about, such as “Price alert: TCS”."
          checked={save.isPending ? (save.variables.amounts_in_browsers ?? saved) : saved}
          onChange={(event) =>
            save.mutate(
              { amounts_in_browsers: event.currentTarget.checked },
              { onError: (error) => failed(error, 'Could not change the text of notices') },
            )
          }
        />
      )}
    </Loaded>
  );
}
