import { describe, expect, it } from 'vitest';
import { type Caught, catcherPage } from './catcher-page.ts';

const nothing: Caught = { mails: [], texts: [], slack: [] };
const mail = (subject: string) => ({ to: ['ops@lantern.example'], subject, text: 'It is down' });

describe('the page of what was caught', () => {
  it('shows mails, SMS and Slack messages with whom they went to', () => {
    const page = catcherPage({
      mails: [mail('DOWN: Shop')],
      texts: [{ to: '+40712345678', text: 'Shop is down' }],
      slack: [{ channel: '#ops', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Shop broke' } }] }],
    });
    for (const said of ['DOWN: Shop', 'ops@lantern.example', '+40712345678', 'Shop is down', '#ops', 'Shop broke']) {
      expect(page).toContain(said);
    }
  });

  it('says that it is demo data, and where nothing came yet', () => {
    expect(catcherPage(nothing)).toContain('Demo data');
    expect(catcherPage(nothing).match(/Nothing yet/g)).toHaveLength(3);
  });

  it('shows what came last first, and no more than can be read', () => {
    const page = catcherPage({ ...nothing, mails: Array.from({ length: 60 }, (_, at) => mail(`mail ${at}.`)) });
    expect(page.indexOf('mail 59.')).toBeLessThan(page.indexOf('mail 58.'));
    expect(page).toContain('Mail (60)');
    expect(page).not.toContain('mail 9.');
  });

  it('shows what a target answered as text, whatever it is', () => {
    const page = catcherPage({ ...nothing, mails: [mail('<script>alert(1)</script>')] });
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
  });
});
