import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ProviderError } from '../../core/llm/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { fakeModels } from '../support/fake-models.ts';
import { closeMessages, counts, fits, go, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';

const KEY = 'sk-test-0123456789abcdef';

describe('providers of models and their usage in a browser', function () {
  const models = fakeModels();
  let close: () => Promise<void>;
  let world: TestApi;
  let page: Page;
  let owner: string;
  before(async function () {
    ({ world, owner, page, close } = await openSignedIn(this, {
      address: '/settings',
      now: new Date('2026-11-02T06:00:00.000Z'),
      height: 1600,
      llmParts: models.parts,
      environment: {
        LLM_GATEWAY_BASE_URL: 'https://gateway.example.com/v1',
        LLM_PROVIDERB_BASE_URL: 'https://b.example.com/v1',
      },
    }));
  });
  after(() => close?.());

  const main = () => page.getByRole('main');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const choice = async () => await world.core.llm.settings.read(owner);

  it('usage says that there is none yet, with the limits of today', async () => {
    await go(page, '/settings');
    await page.getByRole('link', { name: 'AI usage' }).click();
    await shows(main(), /\$0\.00 of \$5\.00[\s\S]*No model calls, 4 Oct 2026 to 2 Nov 2026/);
  });

  it('a key is entered, tested, replaced and removed, and is never shown', async () => {
    await go(page, '/settings/models');
    await shows(main(), /You have not chosen any providers yet/);
    const gateway = region('Gateway');
    await shows(gateway, /No key[\s\S]*Not used[\s\S]*You have not entered a key for it/);
    await gateway.getByRole('button', { name: 'Test Gateway' }).click();
    await shows(gateway.getByRole('status'), /✗ You have not entered a key for it/);
    await gateway.getByLabel('Key for Gateway', { exact: true }).fill(KEY);
    await gateway.getByRole('button', { name: 'Save key' }).click();
    await shows(gateway, /Ready[\s\S]*Number 2 in order[\s\S]*A key that ends in cdef is saved/);
    assert.doesNotMatch(await page.content(), /sk-test/);
    await gateway.getByRole('button', { name: 'Test Gateway' }).click();
    await shows(gateway.getByRole('status'), /✓ It answered\. deepseek-v4-flash took \d+\.\d s/);
    models.fail.set(
      'gateway',
      new ProviderError({ class: 'AUTH', status: 401, reason: 'Incorrect API key' }),
    );
    await gateway.getByRole('button', { name: 'Test Gateway' }).click();
    await shows(gateway.getByRole('status'), /✗ It refused the key\. Check the key and enter it again/);
    models.fail.clear();
    await gateway.getByLabel('New key for Gateway', { exact: true }).fill('two words');
    await gateway.getByRole('button', { name: 'Replace' }).click();
    await shows(
      page.getByRole('alert').filter({ hasText: 'Could not save' }),
      /without blanks or line breaks/,
    );
    await closeMessages(page);
  });

  it('the order is changed, and the features say who is asked and why', async () => {
    await region('Gateway').getByRole('button', { name: 'Move Gateway up' }).click();
    await shows(region('Gateway'), /Tried first/);
    await shows(
      page.getByRole('table', { name: 'Providers by feature' }),
      /Assistant[\s\S]*Gateway \(deepseek-v4-flash\), then Command line[\s\S]*Your own choice of providers/,
    );
    await region('Command line').getByRole('button', { name: 'Stop using Command line' }).click();
    await shows(region('Command line'), /Not used/);
    assert.deepEqual((await choice()).preferred_provider, 'gateway');
  });

  it('a model of the gateway is chosen from the list, and an address inward is refused', async () => {
    await region('Gateway').getByRole('button', { name: 'Choose a model' }).click();
    await region('Gateway').getByLabel('Gateway model').fill('glm');
    await page.getByRole('option', { name: 'glm-5.2' }).click();
    await region('Gateway').getByRole('button', { name: 'Save', exact: true }).click();
    await shows(region('Gateway'), /Model glm-5\.2\./);
    const b = region('Provider B');
    await b.getByRole('button', { name: 'Model and address' }).click();
    await b.getByLabel('Address').fill('https://192.168.1.2/v1');
    await b.getByRole('button', { name: 'Save', exact: true }).click();
    await shows(b, /must not lead into the network of this server/);
    await b.getByRole('button', { name: 'Cancel' }).click();
  });

  it('usage shows models, features and days, with what is unpriced and unknown, and fits a phone', async () => {
    const chain = await world.core.llm.chainFor({ userId: owner }, 'assistant');
    await chain.ask({
      system: '',
      messages: [{ role: 'user', text: 'Why?' }],
      schema: null,
      maxOutputTokens: 100,
      usage: { userId: owner, feature: 'assistant' },
    });
    await go(page, '/settings/ai-usage');
    const byModel = page.getByRole('table', { name: 'Usage by provider and model' });
    await shows(byModel, /glm-5\.2[\s\S]*Gateway[\s\S]*unpriced[\s\S]*\$0\.00/);
    // 1000 × 0.14 / 1,000,000 + 200 × 0.28 / 1,000,000 = 0.000196
    await shows(byModel, /deepseek-v4-flash[\s\S]*1,000[\s\S]*200[\s\S]*\$0\.0002/);
    await shows(page.getByRole('table', { name: 'Usage by feature' }), /Assistant[\s\S]*Tests of providers/);
    await counts(page.getByRole('table', { name: 'Usage by day' }).getByRole('row'), 2);
    await shows(main(), /List prices of 2 Nov 2026/);
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 800 });
    await fits(page);
    await go(page, '/settings/models');
    await shows(region('Gateway'), /Ready/);
    await fits(page);
    if (usual !== null) await page.setViewportSize(usual);
  });

  it('before the first question a person is told who gets which records; amounts are left out by a switch', async () => {
    const sent = region('What is sent');
    await shows(
      sent,
      /go to Gateway \(https:\/\/gateway\.example\.com\/v1\)[\s\S]*asks you before your first question/,
    );
    await sent.getByLabel('Leave out amounts').click();
    await closeMessages(page);
    const before = models.asked.length;
    await page.getByRole('button', { name: 'Ask the assistant' }).click();
    const panel = page.getByRole('dialog', { name: 'Ask about your records' });
    const ask = async () => {
      await panel.getByLabel('Your question').fill('How am I doing?');
      await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    };
    await ask();
    const notice = panel.getByRole('group', { name: 'Before your records go to a model' });
    await shows(
      notice,
      /Gateway \(glm-5\.2, https:\/\/gateway\.example\.com\/v1\)[\s\S]*amounts are left out/,
    );
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.waitFor({ state: 'hidden' });
    assert.equal(models.asked.length, before, 'nothing was sent');
    await ask();
    await notice.getByRole('button', { name: 'Go on' }).click();
    await shows(panel.getByRole('article'), /How am I doing\?[\s\S]*OK/);
    assert.equal(models.asked.length, before + 1);
    await ask();
    await counts(panel.getByRole('article'), 2);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await shows(sent, /You agreed to this/);
    const { leave_out_amounts, notice: left } = await choice();
    assert.deepEqual([leave_out_amounts, left], [true, null]);
  });

  it('all of it is forgotten with one button', async () => {
    await region('Gateway').getByRole('button', { name: 'Remove the key for Gateway' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await shows(region('Gateway'), /No key/);
    await page.getByRole('button', { name: 'Delete my choice and all keys' }).click();
    await shows(main(), /You have not chosen any providers yet/);
    assert.equal((await choice()).is_default, true);
  });
});
