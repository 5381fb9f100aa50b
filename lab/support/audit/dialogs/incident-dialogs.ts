import { exampleIncidents, firstIncident } from '../incidents/example-incidents.ts';
import {
  deleteInMenu,
  dialog,
  failing,
  fill,
  follow,
  type Opening,
  opened,
  openingsOn,
  press,
  question,
  type Step,
  stay,
  steps,
  text,
} from '../opening.ts';

const list = openingsOn('/alerts/incidents', exampleIncidents);
const one = openingsOn(firstIncident, exampleIncidents);

const reportForm = 'pages/incidents/editor/report-dialog.tsx';
const templateList = 'pages/incidents/templates/templates-dialog.tsx';
const templateForm = 'pages/incidents/templates/template-dialog.tsx';
const updateForm = 'pages/incidents/detail/post-update.tsx';
const updateEditor = 'pages/incidents/detail/update-dialog.tsx';
const editor = 'pages/incidents/detail/edit-dialog.tsx';
const actions = 'pages/incidents/detail/use-incident-actions.ts';

const report = steps(press('Report Incident'), opened('Report Incident'));
const templates = steps(press('Templates'), opened('Templates'));
const write = fill('Text (optional)', 'We *look* into it.');
const choose =
  (label: string, option: string): Step =>
  ({ page }) =>
    page.getByLabel(label, { exact: true }).selectOption(option);
const staysOnEscape = true;
const discarding = question('Discard unsaved changes?');

/** Dialogs of the incident pages. */
export const incidentDialogs: readonly Opening[] = [
  list('new incident', reportForm, report, dialog('Report Incident')),
  list('incident of a template', reportForm, steps(report, choose('Template (optional)', 'Outage')), text('Template'), {
    staysOnEscape,
  }),
  list('incident without a title', reportForm, steps(report, press('Publish')), text('Title is required')),
  list('preview of a text', reportForm, steps(report, write, press('Preview')), frame, { staysOnEscape }),
  list('empty preview', reportForm, steps(report, press('Preview')), text('Nothing to show yet')),
  list(
    'refused incident',
    reportForm,
    steps(report, fill('Title', 'Outage'), press('Publish', 'OK')),
    text('Refused for this test'),
    { ...failing('incidents.create'), staysOnEscape },
  ),
  list('unsaved incident', reportForm, steps(report, fill('Title', 'Outage'), press('Close')), discarding),
  list('templates', templateList, templates, dialog('Templates')),
  list('templates that cannot be read', templateList, templates, text('Could not load the templates'), {
    ...failing('incidents.getTemplates'),
  }),
  list('deletion of a template', templateList, steps(templates, deleteInMenu('Outage')), question(/^Delete template/)),
  list('new template', templateForm, steps(templates, press('Add Template')), dialog('Add Template')),
  list('edited template', templateForm, steps(templates, press('Edit Outage')), dialog('Edit Template')),

  one('posted update', updateForm, steps(write, press('Post Update'), stay), dialog('Update posted')),
  one(
    'postmortem too early',
    updateForm,
    steps(choose('Status', 'postmortem'), press('Post Update')),
    question(/^A postmortem/),
  ),
  one(
    'refused update',
    updateForm,
    steps(choose('Status', 'postmortem'), press('Post Update', 'OK')),
    text(/^A postmortem/),
  ),
  one('update that was not posted', updateForm, steps(write, follow('Incidents')), discarding),
  one('edited update', updateEditor, press(/^Edit Identified/), dialog('Edit Update')),
  one('edited incident', editor, press('Edit'), dialog('Edit Incident')),
  one('deletion of an update', actions, deleteInMenu('Identified'), question(/^Delete the update/)),
  one('deletion of an incident', actions, press('Delete'), question(/^Delete incident/)),
];

function frame(page: Parameters<ReturnType<typeof dialog>>[0]) {
  return page.getByTitle('Preview of the text');
}
