import type { Page } from 'playwright-core';
import { within } from '../../probe/within.ts';

const webpQuality = 70;
const maxMilliseconds = 10_000;

/** A picture of the visible page, as WebP of the window's size; null when it cannot be drawn within 10 s. */
export async function takeScreenshot(page: Page): Promise<Buffer | null> {
  let image: Buffer | null = null;
  const take = async (): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: webpQuality });
    image = Buffer.from(data, 'base64');
  };
  await within(take(), maxMilliseconds);
  return image;
}
