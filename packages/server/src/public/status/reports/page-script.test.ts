import { expect, it } from 'vitest';
import { pageScript } from './page-script.ts';

/** What the script finds in a page, and what it does to it. `stored`: the theme that was chosen before. */
function runScript(stored: string | null, offsetMinutes: number) {
  const root = { lang: 'en', dataset: {} as Record<string, string> };
  const button = {
    hidden: true,
    dataset: { names: 'System|Light|Dark' },
    ariaLabel: '',
    title: '',
    onclick: () => undefined,
  };
  const zone = { textContent: 'Times are in UTC', dataset: { zone: 'Your time zone ({zone})' } };
  const time = { dateTime: '2026-03-10T11:41Z', dataset: { f: 't' }, textContent: '11:41' };
  const storage = { theme: stored };
  const heard: (() => void)[] = [];
  const document = {
    documentElement: root,
    addEventListener: (_name: string, listener: () => void) => heard.push(listener),
    querySelector: (selector: string) => (selector === '.theme' ? button : zone),
    querySelectorAll: () => [time],
  };
  const localStorage = {
    getItem: () => storage.theme,
    setItem: (_key: string, value: string) => {
      storage.theme = value;
    },
  };
  class LocalDate extends Date {
    override getTimezoneOffset = () => offsetMinutes;
    override toLocaleString = (language?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) =>
      new Date(this.getTime() - offsetMinutes * 60_000).toLocaleString(language, { ...options, timeZone: 'UTC' });
  }
  new Function('document', 'localStorage', 'addEventListener', 'Date', pageScript)(
    document,
    localStorage,
    () => undefined,
    LocalDate,
  );
  const atFirst = root.dataset.theme;
  for (const listener of heard) listener();
  return { atFirst, root, button, zone, time, storage };
}

it('writes times in the zone of the visitor and names the zone', () => {
  const { time, zone } = runScript(null, -330);
  expect([time.textContent, zone.textContent]).toEqual(['17:11', 'Your time zone (UTC+5:30)']);
  expect(runScript(null, 0).zone.textContent).toBe('Times are in UTC');
});

it('applies the chosen theme before the page is painted, and changes it', () => {
  const { atFirst, root, button, storage } = runScript('dark', 0);
  expect([atFirst, button.hidden, button.ariaLabel]).toEqual(['dark', false, 'Dark']);
  button.onclick();
  expect([storage.theme, root.dataset.theme, button.title]).toEqual(['system', undefined, 'System']);
});

it('takes 2 KB at most', () => {
  expect(Buffer.byteLength(pageScript)).toBeLessThanOrEqual(2048);
});
