import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { backupMessages } from '@upvigil/core/texts/backup';
import { slackMessages } from '@upvigil/core/texts/channels';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { type SlackSink, startSlackSink } from '@upvigil/server/testing/sinks/slack-sink';
import { type SmtpSink, startSmtpSink } from '@upvigil/server/testing/sinks/smtp-sink';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let smtp: SmtpSink;
let slack: SlackSink;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, smtp, slack, browser] = await Promise.all([
    startProduct(),
    startSmtpSink(),
    startSlackSink(),
    launchBrowser(),
  ]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript((token) => localStorage.setItem('token', token), product.token);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([smtp.close(), slack.close(), product.remove()]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true });

test('mail settings are saved and tested against a real server, there and away', async () => {
  await page.goto(`${product.baseUrl}/settings`);
  await page.getByRole('tab', { name: 'Email (SMTP)' }).click();
  await button('Send Test Email').click();
  await page.getByText(settingsMessages.emailMissing).waitFor();
  await inDialog('OK').click();

  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(smtp.port));
  await page.getByLabel('From address').fill('upvigil@example.org');
  await page.getByLabel('TLS').uncheck();
  await button('Save').click();
  await page.getByText(settingsMessages.saved).waitFor();
  await page.getByLabel('Address', { exact: true }).fill('admin@example.org');
  await button('Send Test Email').click();
  await page.getByText(settingsMessages.testEmailSent).waitFor();
  await expect.poll(() => smtp.messages.length).toBe(1);

  await smtp.close();
  await button('Send Test Email').click();
  await page.getByText(settingsMessages.testEmailFailed).waitFor();
});

test('Slack is tested and saved per website, in its own tab', async () => {
  const website = await product.api.websites.create({ body: { name: 'Checkout' } });
  await page.goto(`${product.baseUrl}/websites/${website.id}`);
  for (const name of ['URL Monitoring', 'Network Monitoring', 'Slack Integration']) {
    await page.getByRole('tab', { name: new RegExp(name) }).waitFor();
  }
  await page.getByRole('tab', { name: /Slack Integration/ }).click();
  await button('Test Connection').click();
  await page.getByText(slackMessages.webhookFirst).waitFor();
  await inDialog('OK').click();
  await page.getByLabel('Enabled').check();
  await page.getByLabel('Webhook URL').fill(slack.webhookUrl('first'));
  await button('Test Connection').click();
  await expect.poll(() => slack.messages.length).toBe(1);
  await button('Save').click();
  await page.getByText(slackMessages.saved).waitFor();
  expect(await product.api.slack.get({ params: { websiteId: website.id } })).toMatchObject({ enabled: true });
});

test('a backup is created, restored in writing and cleaned up', async () => {
  await page.goto(`${product.baseUrl}/backup`);
  await page.getByText(backupMessages.none).waitFor();
  for (const title of ['Create Backup', 'Restore Backup', 'Existing Backups']) {
    await page.getByRole('heading', { name: title }).waitFor();
  }
  await page.getByPlaceholder('Backup name (optional)').fill('before-test');
  await button('Create Backup').click();
  await page.getByText(backupMessages.created).waitFor();
  for (const column of ['Name', 'Size', 'Created', 'Actions']) {
    await page.getByRole('columnheader', { name: column }).waitFor();
  }
  const [backup] = (await product.api.backup.list()).backups;
  const { body } = await product.api.backup.download({ params: { name: backup?.name ?? '' } });
  const file = path.join(product.dataDir, 'downloaded.tar.gz');
  writeFileSync(file, Buffer.from(await new Response(body).arrayBuffer()));
  await product.api.websites.create({ body: { name: 'Added later' } });

  await page.getByLabel('Choose backup file').setInputFiles(file);
  await button('Restore').click();
  await page.getByText(backupMessages.confirmRestore).waitFor();
  await page.getByLabel(/Type RESTORE/).fill('RESTORE');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Restore/ })
    .click();
  await page.getByText(backupMessages.restored).waitFor();
  expect((await product.api.websites.list()).map(({ name }) => name)).toEqual(['Checkout']);

  await button('Cleanup Old Backups').click();
  await page.getByText(backupMessages.confirmCleanup(10)).waitFor();
  await inDialog('Cleanup').click();
  await page.getByText(backupMessages.cleanedUp).waitFor();
});
