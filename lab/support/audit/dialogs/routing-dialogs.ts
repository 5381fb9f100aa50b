import { exampleAlerting } from '../example-alerting.ts';
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

const routing = openingsOn('/settings?tab=routing', exampleAlerting);

const ruleForm = 'pages/settings/routing/rules/rule-dialog.tsx';
const ruleList = 'pages/settings/routing/rules/rule-list.tsx';
const policyForm = 'pages/settings/routing/policies/policy-dialog.tsx';
const policyList = 'pages/settings/routing/policies/policy-list.tsx';
const switchForm = 'pages/settings/routing/switches/switch-dialog.tsx';
const changes = 'pages/settings/routing/use-routing-changes.ts';
const zone = 'pages/settings/routing/zone-form.tsx';

const within =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('checkbox', { name }).first().click();
const nameRule = steps(press('Add Rule'), fill('Name', 'Weekend'));
const saveZone = steps(fill('Time zone', 'Europe/Berlin'), press('Save'));
const discarding = question('Discard unsaved changes?');
const refused = failing('routing.update');
/** Another person saved first. */
const stale: Pick<Opening, 'before'> = { before: (fake) => fake.fail('routing.update', 409) };
const staysOnEscape = true;

/** Dialogs of the routing tab. */
export const routingDialogs: readonly Opening[] = [
  routing('new rule', ruleForm, press('Add Rule'), dialog('Add Rule')),
  routing('edited rule', ruleForm, press('Edit At night'), dialog('Edit Rule')),
  routing('rule without a name', ruleForm, press('Add Rule', 'Save'), text('Name is required')),
  routing('rule with a time', ruleForm, press('Add Rule', 'Add time'), text('From'), { staysOnEscape }),
  routing('refused rule', ruleForm, steps(nameRule, press('Save', 'OK')), text('Refused for this test'), {
    ...refused,
    staysOnEscape,
  }),
  routing('rule that was changed meanwhile', ruleForm, steps(nameRule, press('Save', 'OK')), text(/in the meantime/), {
    ...stale,
    staysOnEscape,
  }),
  routing('unsaved rule', ruleForm, steps(nameRule, press('Close')), discarding),
  routing('deletion of a rule', ruleList, deleteInMenu('At night'), question(/^Delete rule/)),
  routing('move that was lost', changes, press('Move At night down'), question(/was changed elsewhere/), stale),
  routing('refused move', changes, press('Move At night down'), question('Refused for this test'), refused),

  routing('new policy', policyForm, press('Add Policy'), dialog('Add Policy')),
  routing('edited policy', policyForm, press('Edit Night'), dialog('Edit Policy')),
  routing('policy with faults', policyForm, press('Add Policy', 'Save'), text('A step must name a channel')),
  routing('policy of two steps', policyForm, press('Add Policy', 'Add step'), text('Step 2'), { staysOnEscape }),
  routing('unsaved policy', policyForm, steps(press('Add Policy'), fill('Name', 'Day'), press('Close')), discarding),
  routing('deletion of a policy', policyList, deleteInMenu('Night'), question(/^Delete policy/)),
  routing(
    'policy in use',
    changes,
    steps(deleteInMenu('Night'), press('Delete policy')),
    question(/cannot be deleted/),
  ),

  routing('alerts of a channel', switchForm, press('Edit alerts for Night phone'), dialog('Alerts for Night phone')),
  routing(
    'refused change of a channel',
    switchForm,
    steps(press('Edit alerts for Night phone'), within('SLOW'), press('Save', 'OK')),
    text('Refused for this test'),
    { ...refused, staysOnEscape },
  ),
  routing(
    'unsaved change of a channel',
    switchForm,
    steps(press('Edit alerts for Night phone'), within('SLOW'), press('Close')),
    discarding,
  ),

  routing('saved time zone', zone, steps(saveZone, stay), dialog('Settings saved successfully!')),
  routing('wrong time zone', zone, steps(fill('Time zone', 'Here'), press('Save')), text(/must be one as Europe/)),
  routing('refused time zone', zone, saveZone, question('Refused for this test'), refused),
];
