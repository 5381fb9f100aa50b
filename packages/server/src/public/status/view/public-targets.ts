/** Public websites and their enabled monitors, by id. */
export interface PublicTargets {
  websites: ReadonlyMap<number, { name: string }>;
  monitors: ReadonlyMap<number, { website_id: number; name: string }>;
}

/** The targets of an incident or a maintenance. */
export interface Targeted {
  website_ids: readonly number[];
  monitor_ids: readonly number[];
}

/** The public names of these targets. */
export interface AffectedNames {
  websites: readonly { id: number; name: string }[];
  services: readonly string[];
}

export const affectedNames = ({ website_ids, monitor_ids }: Targeted, targets: PublicTargets): AffectedNames => ({
  websites: website_ids.flatMap((id) => {
    const website = targets.websites.get(id);
    return website ? [{ id, name: website.name }] : [];
  }),
  services: monitor_ids.flatMap((id) => {
    const monitor = targets.monitors.get(id);
    const website = monitor && targets.websites.get(monitor.website_id);
    return monitor && website ? [`${website.name}: ${monitor.name}`] : [];
  }),
});
