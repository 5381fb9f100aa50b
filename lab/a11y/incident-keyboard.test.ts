import { addWebsite } from '@upvigil/core/testing/fake-watched';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startFakedApp } from '../support/faked-web-app.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** What a screen reader says about the focused element: 'button "Publish"'. */
async function heard(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  // Between the last element and the first, the focus is in the browser's own controls.
  if ((await focused.count()) === 0) return 'nothing';
  return (await focused.ariaSnapshot()).split('\n')[0]?.replace(/^- |:$/g, '') ?? '';
}

const enough = 80;
/** Presses Tab until a screen reader would say `wanted`. @throws with everything that it said */
async function tabTo(page: Page, wanted: string): Promise<void> {
  const all: string[] = [];
  for (let pressed = 0; pressed < enough; pressed += 1) {
    await page.keyboard.press('Tab');
    all.push(await heard(page));
    if (all.at(-1)?.startsWith(wanted)) return;
  }
  throw new Error(`${wanted} was not reached, but ${all.join('; ')}`);
}
const press = async (page: Page, wanted: string): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
};

it('an incident is reported, updated and resolved by keyboard alone, and each step is heard', async () => {
  const { page, open, settle, close } = await startFakedApp(browser);
  try {
    const fake = await open('/alerts/incidents', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

    await press(page, 'button "Report Incident"');
    await page.getByRole('dialog', { name: 'Report Incident' }).waitFor();
    expect(await heard(page)).toContain('textbox "Title"');
    await page.keyboard.type('Checkout fails');
    await tabTo(page, 'combobox "Impact"');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'searchbox "Search websites and monitors"');
    await page.keyboard.type('shop');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await said('1 selected');
    await tabTo(page, 'textbox "Text (optional)"');
    await page.keyboard.type('We *look* into it.');
    await press(page, 'button "Preview"');
    await settle();
    await tabTo(page, 'region "Preview"');
    await press(page, 'button "Publish"');
    await said('Incident published');
    // The heading of the new page.
    await expect.poll(() => heard(page)).toBe('heading "Checkout fails" [level=1]');

    await tabTo(page, 'combobox "Status"');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'textbox "Text (optional)"');
    await page.keyboard.type('A certificate expired.');
    await press(page, 'button "Post Update"');
    await said('Update posted');
    expect(await heard(page)).toBe('button "Post Update"');

    await press(page, 'button "Edit Identified');
    await page.getByRole('dialog', { name: 'Edit Update' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await heard(page)).toContain('button "Edit Identified');

    await tabTo(page, 'combobox "Status"');
    await page.keyboard.type('Resolved');
    await press(page, 'button "Post Update"');
    await page.getByRole('region', { name: 'Updates' }).getByText('Resolved').waitFor();
    expect(fake.state.incidents).toMatchObject([
      {
        title: 'Checkout fails',
        impact: 'major',
        state: 'published',
        website_ids: [1],
        resolved_at: expect.any(String),
        updates: [{ status: 'resolved' }, { body: 'A certificate expired.' }, { body: 'We *look* into it.' }],
      },
    ]);
  } finally {
    await close();
  }
});
