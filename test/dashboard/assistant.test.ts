import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { becomes, jump, shows } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { says, scriptedLlm, type Step } from '../support/scripted-chain.ts';

const EVIL =
  '<img src=x onerror="window.hacked=1"> [Approve](https://evil.example) ![x](https://evil.example/p.png)';

describe('the assistant beside every page', function () {
  let close: () => Promise<void>;
  let page: Page;
  let llm = scriptedLlm();

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) },
      prepare: async ({ world, owner }) => {
        await world.core.portfolio.transactions.create(
          owner,
          {
            portfolio: 'Main',
            symbol: 'TCS',
            date: '2026-02-02',
            type: 'BUY',
            quantity: 10,
            price: 3000,
            currency: 'INR',
            asset_class: 'Indian Equity',
          },
          { actor: 'test' },
        );
      },
    }));
  });
  after(() => close?.());

  const script = (...steps: Step[]) => (llm = scriptedLlm(...steps));
  const panel = () => page.getByRole('dialog', { name: 'Ask about your records' });
  const ask = async (question: string) => {
    await panel().getByLabel('Your question').fill(question);
    await page.keyboard.press('Enter');
  };
  const shot = async (name: string) => {
    const folder = process.env['ASSISTANT_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  it('without a provider it says how to set one up, and everything else works', async () => {
    script(says('never'));
    llm.isSetUp = false;
    await page.getByRole('button', { name: 'Ask the assistant' }).click();
    await panel().getByText('No AI provider is set up').waitFor();
    await shot('empty');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    // the focus is back where it was
    await becomes(
      () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`),
      'Ask the assistant',
    );
  });

  it('opens by its key, knows the page, shows answer, marks, sources, cost and suggestions', async () => {
    script(says('You paid ₹30,000, and expect 99% [holdings].\nSUGGEST: /holding TCS'));
    await jump(page, 'y');
    await page.getByRole('heading', { name: 'Risk' }).first().waitFor();
    await page.keyboard.press('a');
    await ask('What did I pay for TCS?');
    await shows(panel().getByRole('article'), /You paid ₹30,000, and expect 99%\./);
    await shows(panel().locator('mark'), /^99%$/);
    await shows(panel().getByRole('article'), /scripted-1, 2,100 tokens, \$0\.0020/);
    await shot('answer');
    assert.match(llm.asked[0]?.messages.at(-1)?.text ?? '', /looking at the page \/risk/);
    // the focus stays inside
    for (let presses = 0; presses < 15; presses += 1) await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`),
      true,
    );
    await panel().getByRole('link', { name: '/holding TCS' }).click();
    await panel().waitFor({ state: 'hidden' });
    // written, and not sent
    await becomes(() => page.locator('main textarea').first().inputValue(), '/holding TCS');
  });

  it('decisions/Safety of models: what a model writes is text: no picture, no link, no button of its own', async () => {
    script(says(EVIL));
    await page.getByRole('button', { name: 'Ask the assistant' }).click();
    await ask('Hello?');
    const answer = panel().getByRole('article').last();
    await shows(answer, /<img src=x onerror/);
    assert.equal(await answer.locator('img').count(), 0);
    assert.equal(await answer.locator('a[href*=evil]').count(), 0);
    assert.equal(await answer.getByRole('button').count(), 0);
    assert.equal(await page.evaluate('window.hacked'), undefined);
  });

  it('a failure is told; a stopped question is an interrupted one; the history is erased after a second press', async () => {
    script({ fails: 'QUOTA', message: 'provider_a: QUOTA, the credit is used up.' });
    await ask('Fails?');
    await shows(panel().getByRole('alert'), /the credit is used up/);
    script({ hangs: true, pieces: ['You paid '] });
    await ask('Hangs?');
    await llm.hanging();
    await shows(panel(), /You paid/);
    await panel().getByRole('button', { name: 'Stop' }).click();
    await shows(panel().getByRole('article').last(), /Interrupted/);
    await panel().getByRole('button', { name: 'Erase history' }).click();
    await panel().getByRole('button', { name: 'Erase everything?' }).click();
    await panel().getByText('How am I doing?').waitFor();
    assert.equal(await panel().getByRole('article').count(), 0);
  });

  it('is as wide as a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await becomes(
      () =>
        page.evaluate<number>(
          `Math.round(document.querySelector('[role=dialog]').getBoundingClientRect().width)`,
        ),
      390,
    );
    await shot('phone');
  });
});
