import type { FakeApi } from '@upvigil/core/testing/fake-api';
import { minutesAgo } from '@upvigil/core/testing/fake-state';
import type { Page } from 'playwright-core';
import { exampleMaintenance } from '../example-alerting.ts';
import {
  deleteInMenu,
  dialog,
  failing,
  fill,
  type Opening,
  openingsOn,
  press,
  question,
  type Step,
  stay,
  steps,
  text,
} from '../opening.ts';

const maintenance = openingsOn('/alerts/maintenance', exampleMaintenance);
const actions = 'pages/maintenance/use-maintenance-actions.ts';
const form = 'pages/maintenance/form/window-form-dialog.tsx';
const start = 'alerting/maintenance/start-dialog.tsx';
const staysOnEscape = true;

const pick =
  (label: string, option: string): Step =>
  ({ page }) =>
    page.getByLabel(label, { exact: true }).selectOption({ label: option });
const openForm = steps(press('Plan Maintenance'), ({ page }) => page.getByLabel('Repeats').waitFor());
const weekly = steps(openForm, pick('Repeats', 'Weekly'), pick('Ends', 'On a date'));
const monthly = steps(openForm, pick('Repeats', 'Monthly'), pick('On', 'A day of the week'));
const checkout = (page: Page) => page.getByRole('checkbox', { name: /^Checkout/ }).first();
const openStart = steps(press('Start Maintenance'), ({ page }) => checkout(page).waitFor());
const startCheckout = steps(openStart, ({ page }) => checkout(page).check(), press('Start'));

/** Checkout was already down. */
const notCovering = (fake: FakeApi) =>
  fake.intercept('maintenance.start', () =>
    Response.json(
      {
        id: 90,
        window_id: 90,
        starts_at: minutesAgo(0),
        ends_at: minutesAgo(-30),
        state: 'in_progress',
        title: 'Maintenance',
        public: false,
        website_ids: [1],
        monitor_ids: [],
        not_covered: [
          {
            monitor_id: 2,
            name: 'https://shop.example.org/with/a/long/path/that/does/not/end',
            website_name: 'Checkout',
          },
        ],
      },
      { status: 201 },
    ),
  );

/** Dialogs of the maintenance page. */
export const maintenanceDialogs: readonly Opening[] = [
  maintenance('new window', form, openForm, dialog('Plan Maintenance')),
  maintenance('window every week', form, weekly, text('None selected: the weekday of the start'), { staysOnEscape }),
  maintenance('window every month', form, monthly, text('Next starts'), { staysOnEscape }),
  maintenance('public window', form, press(/^Edit Patch day/), dialog('Edit Maintenance')),
  maintenance('rule as it is written', form, press(/^Edit Router/), text(/^RFC 5545 recurrence rule/)),
  maintenance('window with faults', form, steps(openForm, press('Save')), text('2 fields have errors')),
  maintenance(
    'refused window',
    form,
    steps(press(/^Edit Router/), fill('Title', 'Switch'), press('Save', 'OK')),
    text('Refused for this test'),
    { ...failing('maintenance.update'), staysOnEscape },
  ),
  maintenance('deletion of a window', actions, deleteInMenu('Patch day'), question(/^Delete window/)),
  maintenance('end', actions, press(/^End Now/), question('End "Deploy" now?')),
  maintenance('ended', actions, steps(press(/^End Now/, 'End Now'), stay), dialog(/^Maintenance ended/)),
  maintenance('longer', actions, steps(press(/^\+30 min/), stay), dialog(/^Maintenance now ends at/)),
  maintenance('not longer', actions, press(/^\+30 min/), question('Refused for this test'), {
    ...failing('maintenance.extend'),
  }),
  maintenance(
    'update of a run',
    'pages/maintenance/runs/running-now.tsx',
    press('Post Update'),
    dialog(/^Post Update/),
  ),
  maintenance('start', start, openStart, dialog('Start Maintenance')),
  maintenance(
    'start of nothing',
    start,
    steps(openStart, press('Start')),
    text(/^Choose at least one website, service or tag/),
  ),
  maintenance('started', start, steps(startCheckout, stay), dialog(/^Maintenance in progress until/)),
  maintenance('what is not covered', start, startCheckout, dialog('Some targets are not covered'), {
    before: notCovering,
  }),
  maintenance('deletion of a mark', actions, deleteInMenu('v1.4.2'), question('Delete mark "v1.4.2"?')),
];
