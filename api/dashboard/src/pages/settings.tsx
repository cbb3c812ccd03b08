/** Settings: chats, notifications, models, API tokens, the look of this page, backups, the server. */
import { Stack } from '@mantine/core';
import { Heading } from '../components/heading.tsx';
import { Access } from './settings/access.tsx';
import { ApiTokens } from './settings/api-tokens.tsx';
import { Appearance } from './settings/appearance.tsx';
import { BaseCurrency } from './settings/base-currency.tsx';
import { Backups } from './settings/backups.tsx';
import { CheckUp } from './settings/check-up.tsx';
import { BrowserNotices } from './settings/browser-notices.tsx';
import { Calendars } from './settings/calendars.tsx';
import { ChatLinks } from './settings/chat-links.tsx';
import { Household } from './settings/household.tsx';
import { MessageFormat } from './settings/message-format.tsx';
import { Models } from './settings/models.tsx';
import { NotificationModes } from './settings/notification-modes.tsx';
import { Parts } from './settings/parts.tsx';
import { People } from './settings/people.tsx';
import { QuietHours } from './settings/quiet-hours.tsx';
import { PriceInterval } from './settings/price-interval.tsx';
import { RecordedHours } from './settings/recorded-hours.tsx';
import { Server } from './settings/server.tsx';
import { ThisDevice } from './settings/this-device.tsx';

export default function Settings() {
  return (
    <>
      <Heading help="chatLinks" title="Settings">
        Changes are saved automatically.
      </Heading>
      <Stack maw={820}>
        <BaseCurrency />
        <Parts />
        <ChatLinks />
        <MessageFormat />
        <NotificationModes />
        <BrowserNotices />
        <QuietHours />
        <Models />
        <ApiTokens />
        <Access />
        <People />
        <Household />
        <Appearance />
        <ThisDevice />
        <PriceInterval />
        <RecordedHours />
        <Calendars />
        <Backups />
        <Server />
        <CheckUp />
      </Stack>
    </>
  );
}
