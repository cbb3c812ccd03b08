/** Shows the number of unread notifications on the icon of the installed app; 0 removes it. */
export async function showUnread(unread: number): Promise<void> {
  // some browsers have no numbers on icons, and a person may refuse them
  await (navigator as Partial<Navigator>).setAppBadge?.(unread).catch(() => undefined);
}
