/** Words of the status API of Atlassian Statuspage, version 2. */
export type ComponentStatus =
  | 'operational'
  | 'degraded_performance'
  | 'partial_outage'
  | 'major_outage'
  | 'under_maintenance';

/** A website, which is a group, or a monitor in it. */
export interface Component {
  id: string;
  name: string;
  status: ComponentStatus;
  description: string | null;
  position: number;
  showcase: boolean;
  start_date: string;
  created_at: string;
  updated_at: string;
  group_id: string | null;
  page_id: string;
  group: boolean;
  only_show_if_degraded: boolean;
  components?: string[];
}

/** Those that something is about: monitors, by themselves or with their whole website. A website is a group, which is never affected by itself. */
export const affectedComponents = (
  components: readonly Component[],
  { website_ids, monitor_ids }: { website_ids: readonly number[]; monitor_ids: readonly number[] },
): Component[] =>
  components.filter(
    ({ id, group_id }) =>
      group_id !== null && (website_ids.includes(numberIn(group_id)) || monitor_ids.includes(numberIn(id))),
  );

/** Of 'w3', 'u7' or 'n7'. */
const numberIn = (id: string): number => Number(id.slice(1));
