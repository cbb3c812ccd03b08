/** The storage of this browser. A browser without storage throws at each use, and not when the page starts. */
export const deviceStore = {
  getItem: (key: string): string | null => localStorage.getItem(key),
  setItem: (key: string, value: string): void => localStorage.setItem(key, value),
  removeItem: (key: string): void => localStorage.removeItem(key),
};
