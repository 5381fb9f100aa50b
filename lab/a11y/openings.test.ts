import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { usePooledApps } from '../support/app-pool.ts';
import { auditedDialogs } from '../support/audit/audited-dialogs.ts';
import { auditedDisclosures } from '../support/audit/audited-disclosures.ts';
import { walkByKeyboard } from '../support/audit/keyboard-walk.ts';
import type { Opening } from '../support/audit/opening.ts';
import { auditPage } from '../support/audit/page-audit.ts';
import { reachOpening, withTitles } from '../support/audit/reach.ts';

const apps = usePooledApps();

describe.concurrent('the audited dialogs and messages', () => {
  it('come from every file that opens one', () => {
    const root = path.resolve(import.meta.dirname, '../../packages/web/src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('components/dialogs/'),
    );
    const opening = files.filter((file) =>
      /useDialogs\(|<ModalDialog|useModal\(/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(auditedDialogs.map(({ source }) => source)).toEqual(expect.arrayContaining(opening));
  });

  it.each(withTitles(auditedDialogs))('%s: no fault, and the keyboard stays in a dialog', (_title, opening) =>
    apps.use(async (app) => {
      await reachOpening(app, opening);
      expect(await auditPage(app.page)).toEqual([]);
      if ((await app.page.locator('dialog:modal').count()) > 0) await expectToHoldTheKeyboard(app.page, opening);
    }),
  );
});

async function expectToHoldTheKeyboard(page: Page, { staysOnEscape }: Opening): Promise<void> {
  expect(await walkByKeyboard(page, 'dialog:modal')).toEqual([]);
  if (staysOnEscape) return;
  const topmost = await page.locator('dialog:modal').last().elementHandle();
  await page.keyboard.press('Escape');
  await topmost?.waitForElementState('hidden');
  await page.waitForFunction('document.activeElement !== document.body');
}

describe.concurrent('what opens in its place', () => {
  it.each(withTitles(auditedDisclosures))('%s: no fault', (_title, opening) =>
    apps.use(async (app) => {
      await reachOpening(app, opening);
      expect(await auditPage(app.page)).toEqual([]);
    }),
  );
});
