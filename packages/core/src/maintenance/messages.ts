/** What is said of maintenance and of marks. */
export const maintenanceMessages = {
  marked: (label: string, website: string | null) => `Marked "${label}"${website === null ? '' : ` of ${website}`}`,
} as const;
