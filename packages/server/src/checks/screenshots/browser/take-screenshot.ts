import type { Page } from 'playwright-core';
import { within } from '../../probe/within.ts';

const webpQuality = 70;
const maxMilliseconds = 10_000;

/** An image of the visible page, as WebP in the size of the window; null if it cannot be rendered within 10 s. */
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
