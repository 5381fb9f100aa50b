import { useQuery } from '@tanstack/react-query';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { useState } from 'react';
import * as queries from '../../api/queries.ts';
import { Field } from '../../components/forms/field.tsx';

interface MonitorSelectProps {
  websiteId: number | null;
  monitorId: number | null;
  /** Label of the empty option in the monitor list. */
  none: string;
  onChange: (websiteId: number | null, monitorId: number | null) => void;
}

/** Two dependent lists: a website, and one of its monitors. */
export function MonitorSelect({ websiteId, monitorId, none, onChange }: MonitorSelectProps) {
  const { data: websites = [] } = useQuery(queries.websites());
  const monitors = useMonitorsOf(websiteId);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Website"
        none="Choose a website"
        chosen={websiteId}
        options={websites}
        onChange={(id) => onChange(id, null)}
      />
      <Select
        label="Monitor"
        none={none}
        chosen={monitorId}
        options={monitors}
        isDisabled={websiteId === null}
        onChange={(id) => onChange(websiteId, id)}
      />
    </div>
  );
}

/** URLs of the website, then its network monitors. */
function useMonitorsOf(websiteId: number | null): { id: number; name: string }[] {
  const enabled = websiteId !== null;
  const { data: urls = [] } = useQuery({ ...queries.urlsOfWebsite(websiteId ?? 0), enabled });
  const { data: services = [] } = useQuery({ ...queries.networkMonitorsOfWebsite(websiteId ?? 0), enabled });
  return enabled ? [...urls.map((url) => ({ id: url.id, name: urlTitle(url) })), ...services] : [];
}

interface SelectProps {
  label: string;
  none: string;
  chosen: number | null;
  options: readonly { id: number; name: string }[];
  isDisabled?: boolean;
  onChange: (id: number | null) => void;
}

const Select = ({ label, none, chosen, options, isDisabled = false, onChange }: SelectProps) => (
  <Field label={label}>
    {(attributes) => (
      <select
        className="control w-full"
        disabled={isDisabled}
        {...attributes}
        value={chosen ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{none}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** State of both lists, outside of a form. */
export function useMonitorChoice() {
  const [[websiteId, monitorId], setChosen] = useState<[number | null, number | null]>([null, null]);
  const choose = (website: number | null, monitor: number | null) => setChosen([website, monitor]);
  return { websiteId, monitorId, choose };
}
