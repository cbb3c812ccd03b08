/** Puts the number of unread notifications on the icon of the installed app; 0 takes it away. */
export async function showUnread(unread: number): Promise<void> {
  // not every browser has icons with numbers, and a person may refuse them
  await (navigator as Partial<Navigator>).setAppBadge?.(unread).catch(() => undefined);
}
