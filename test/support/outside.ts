/** Settings under which nobody outside is asked for anything. A test that needs a provider puts its loopback address in. */
export const NOBODY_OUTSIDE: Record<string, string> = {
  YAHOO_BASE_URL: 'off',
  AMFI_BASE_URL: 'off',
  MFAPI_BASE_URL: 'off',
  NSE_ARCHIVE_BASE_URL: 'off',
  NSE_SITE_BASE_URL: 'off',
  NYSE_BASE_URL: 'off',
  ZERODHA_BASE_URL: 'off',
  DHAN_BASE_URL: 'off',
  IBKR_FLEX_BASE_URL: 'off',
  WEB_SYNC_BASE_URL: 'off',
  NEWS_RSS_BASE_URL: 'off',
  SEC_DATA_BASE_URL: 'off',
  SEC_ARCHIVE_BASE_URL: 'off',
  BSE_BASE_URL: 'off',
  WEB_PUSH_BASE_URL: 'off',
  LLM_PROVIDERA_BASE_URL: 'off',
  LLM_PROVIDERB_BASE_URL: 'off',
  LLM_GATEWAY_BASE_URL: 'off',
};

/** Encrypts broker credentials in tests, so that none draws a key into the data folder of this checkout. */
export const TEST_KEY = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** Tests hold more transactions at once than a process has connections by default. */
export const MANY_CONNECTIONS = '24';
