import { exampleInstallation } from '../../example-installation.ts';
import { dialog, failing, fill, type Opening, openingsOn, press, type Step, steps } from '../opening.ts';

const monitors = openingsOn('/websites?view=monitors', exampleInstallation);
const panel = 'pages/websites/monitors/bulk/panel-frame.tsx';
const change = 'pages/websites/monitors/bulk/change-panel.tsx';

const selectTwo: Step = async ({ page }) => {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
};
const select = (...names: string[]) => steps(selectTwo, press(...names));

/** Openings of the list of all monitors. */
export const monitorDialogs: readonly Opening[] = [
  monitors('pause of selected monitors', panel, select('Pause'), dialog('Pause')),
  monitors('interval of selected monitors', change, select('Change interval'), dialog('Check interval')),
  monitors('tags of selected monitors', change, select('Add tag'), dialog('Tags')),
  monitors('move of selected monitors', change, select('Move'), dialog('Move to another website')),
  monitors('deletion of selected monitors', change, select('Delete'), dialog('Delete')),
  monitors('preview that failed', change, select('Pause'), dialog('Pause'), failing('monitors.bulk')),
  openingsOn('/websites?add-multiple', exampleInstallation)(
    'pasted lines',
    'monitors/add-multiple/add-multiple-dialog.tsx',
    steps(
      fill('One address a line', 'https://shop.example.org/new New #env:prod\nping 10.20.0.299 Switch'),
      ({ page }) => page.getByText('1 of 2 lines is created').waitFor(),
    ),
    dialog('Add Multiple'),
    { staysOnEscape: true },
  ),
];
