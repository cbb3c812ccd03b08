import { http } from '../client.ts';
import type { Page } from '../types.ts';

/** An address with ids in it. */
export const at = (strings: TemplateStringsArray, ...ids: string[]): string =>
  String.raw({ raw: strings }, ...ids.map(encodeURIComponent));

/** What every resource is asked: its rows, as many as one page holds, and changes of one. */
export const rows = <View, Input, Change = Partial<Input>>(path: string) => ({
  list: () => http.get<Page<View>>(path, { page_size: 200 }),
  create: (body: Input) => http.post<View>(path, body),
  update: (id: string, body: Change) => http.put<View>(`${path}/${encodeURIComponent(id)}`, body),
  remove: (id: string) => http.delete(`${path}/${encodeURIComponent(id)}`),
});
