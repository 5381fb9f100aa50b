import type { IpFamily } from '@upvigil/core/contract/check-options/options';
import { SelectField } from '../../../components/forms/inputs.tsx';
import { Checkbox } from '../../../components/forms/toggles.tsx';
import type { FieldBinding } from '../../../components/forms/use-contract-form.ts';

const families: readonly { value: IpFamily; label: string }[] = [
  { value: 'any', label: 'IPv4 or IPv6' },
  { value: '4', label: 'IPv4 only' },
  { value: '6', label: 'IPv6 only' },
];

/** To which addresses of its host a monitor connects. */
export const IpFamilyField = ({ binding }: { binding: FieldBinding }) => (
  <SelectField label="IP family" options={families} {...binding} />
);

interface NetworkOptionFieldsProps {
  ipFamily: FieldBinding;
  certificateAlerts: FieldBinding;
}

/** What a network monitor may be told besides. */
export const NetworkOptionFields = ({ ipFamily, certificateAlerts }: NetworkOptionFieldsProps) => (
  <div className="grid gap-4 px-3.5 pb-3.5 sm:grid-cols-2">
    <IpFamilyField binding={ipFamily} />
    <div className="sm:pt-6">
      <Checkbox label="Certificate alerts" registration={certificateAlerts.registration} />
    </div>
  </div>
);
