/** Words of the status API of Atlassian Statuspage, version 2. */
export type ComponentStatus = 'operational' | 'degraded_performance' | 'partial_outage' | 'major_outage';

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
