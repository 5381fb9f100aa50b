import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type FakedApp, startFakedApp } from './faked-web-app.ts';

/** While one app waits for the browser, another one works. */
const appsAtOnce = 3;

/** Apps in one browser for the concurrent tests of a file, started before them and closed after them. */
export function usePooledApps(): Pick<AppPool, 'use'> {
  let browser: Browser;
  let apps: AppPool;
  beforeAll(async () => {
    browser = await launchBrowser();
    apps = await startAppPool(browser, appsAtOnce);
  });
  afterAll(async () => {
    await apps.close();
    await browser.close();
  });
  return { use: (task) => apps.use(task) };
}

type AppPool = Awaited<ReturnType<typeof startAppPool>>;

async function startAppPool(browser: Browser, size: number) {
  const apps = await Promise.all(Array.from({ length: size }, () => startFakedApp(browser)));
  const free = [...apps];
  const waiting: ((app: FakedApp) => void)[] = [];
  const take = () =>
    new Promise<FakedApp>((resolve) => {
      const app = free.pop();
      if (app) resolve(app);
      else waiting.push(resolve);
    });
  return {
    /** Waits for an unused app, and reserves it for the task. */
    use: async (task: (app: FakedApp) => Promise<void>): Promise<void> => {
      const app = await take();
      try {
        await task(app);
      } finally {
        const next = waiting.shift();
        if (next) next(app);
        else free.push(app);
      }
    },
    close: async (): Promise<void> => {
      await Promise.all(apps.map((app) => app.close()));
    },
  };
}
