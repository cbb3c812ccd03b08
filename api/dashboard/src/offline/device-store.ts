/** Storage of this browser. Without storage, each use throws, but loading the page does not. */
export const deviceStore = {
  getItem: (key: string): string | null => localStorage.getItem(key),
  setItem: (key: string, value: string): void => localStorage.setItem(key, value),
  removeItem: (key: string): void => localStorage.removeItem(key),
};
