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
  let buy: (date: string) => Promise<void>;
  let llm = scriptedLlm();

  before(async function () {
    ({ page, close } = await openSignedIn(this, {
      llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) },
      prepare: async ({ world, owner }) => {
        buy = async (date) => {
          await world.core.portfolio.transactions.create(
            owner,
            {
              portfolio: 'Main',
              symbol: 'TCS',
              date,
              type: 'BUY',
              quantity: 10,
              price: 3000,
              currency: 'INR',
              asset_class: 'Indian Equity',
            },
            { actor: 'test' },
          );
        };
        await buy('2026-02-02');
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
    assert.match(llm.asked[0]?.messages.at(-1)?.text ?? '', /looking at the page \/analysis\/risk/);
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

  it('research/Endpoints, ai-insight: the overview has a paragraph in words, asked for by its button alone', async () => {
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    script(says(`All of it is TCS, ₹30,000, up 99% [overview]. ${EVIL}`));
    await jump(page, 'o');
    const card = page.getByRole('region', { name: 'In words' });
    await card.getByRole('button', { name: 'Describe my portfolio' }).waitFor();
    assert.equal(llm.asked.length, 0);
    await card.getByRole('button', { name: 'Describe my portfolio' }).click();
    await shows(card, /All of it is TCS, ₹30,000, up 99%\. <img src=x/);
    await shows(card.locator('mark'), /^99%$/);
    await shows(card, /Written .*Indian time · scripted-1, 2,100 tokens, \$0\.0020/);
    assert.equal(await card.getByRole('link', { name: 'Overview' }).getAttribute('href'), '/');
    assert.equal(await card.locator('img').count(), 0);
    assert.equal(await card.locator('a[href*=evil]').count(), 0);
    assert.equal(await card.getByRole('button').count(), 1);
    await shot('in-words');
    // it stays, and asks nobody again
    const calls = llm.asked.length;
    await jump(page, 'y');
    await page.getByRole('heading', { name: 'Risk' }).first().waitFor();
    await jump(page, 'o');
    await shows(card, /All of it is TCS/);
    await card.getByRole('button', { name: 'Describe again' }).click();
    await shows(card, /All of it is TCS/);
    assert.equal(llm.asked.length, calls);
  });

  it('the paragraph says what to do without a provider, at the limit and where a provider fails', async () => {
    const card = page.getByRole('region', { name: 'In words' });
    const again = async (change: () => void, text: RegExp) => {
      change();
      await card.getByRole('button', { name: /^Describe/ }).click();
      await shows(card.getByRole('alert'), text);
    };
    await again(() => {
      script(says('never'));
      llm.isSetUp = false;
    }, /No AI provider is set up[\s\S]*Settings, under Models/);
    // The books change: what is kept is not shown again.
    await buy('2026-02-03');
    await again(
      () => script({ fails: 'COST_CAP', message: 'Today’s limit of $1.00 is reached.' }),
      /Today’s limit is reached[\s\S]*\$1\.00[\s\S]*See what was used/,
    );
    await again(
      () => script({ fails: 'AUTH', message: 'provider_a: AUTH, the key was refused.' }),
      /No answer[\s\S]*the key was refused[\s\S]*See Models[\s\S]*Try again/,
    );
    script(says('Fine.'));
    // News of the purchase that comes late takes the refusal away, and offers Describe in its place.
    await card
      .getByRole('button', { name: /^(Try again|Describe)/ })
      .last()
      .click();
    await shows(card, /Fine\./);
    assert.equal(await card.getByRole('alert').count(), 0);
  });

  it('on a phone the panel has the full width and opens at the newest message', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    script(says(`All of it is TCS [overview]. ${'A long sentence follows. '.repeat(60)}`));
    await page.keyboard.press('a');
    await ask('Long?');
    await shows(panel().getByRole('article').last(), /A long sentence follows/);
    script({ fails: 'AUTH', message: 'No model answered.\nProvider A: AUTH: the key was refused.' });
    await ask('And now?');
    const alert = panel().getByRole('alert');
    await shows(alert, /^No answer\s+No AI provider answered\. Provider A: AUTH/);
    const inView = async () =>
      await page.evaluate<boolean>(`(() => {
        const box = document.querySelector('[role=dialog] [role=alert]').getBoundingClientRect();
        const field = document.querySelector('[role=dialog] textarea').getBoundingClientRect();
        return box.top >= 0 && box.bottom <= field.top && box.right <= innerWidth;
      })()`);
    await becomes(inView, true);
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await page.keyboard.press('a');
    await alert.waitFor();
    await becomes(inView, true);
    const width = `document.querySelector('[role=dialog]').getBoundingClientRect().width`;
    await becomes(async () => Math.round(await page.evaluate<number>(width)), 360);
    await shot('phone');
  });
});
