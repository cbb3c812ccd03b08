import type { Config } from '../../platform/index.ts';
import type { BrokerAdapter } from '../adapter.ts';
import type { AdapterSetting } from './setting.ts';

/** A broker that Munim can speak to. */
export interface AdapterEntry {
  /** The setting with its address; `off` there switches the broker off. */
  switchedOnBy: Extract<keyof Config, `${string}_BASE_URL`>;
  /** Makes no request. */
  create(setting: AdapterSetting): BrokerAdapter;
}
