// Made by `npm run languages` from catalogues/en.json.

export const states = {
  operational: "Operational",
  issues: "Issues Detected",
  noDataYet: "No data yet",
  noRecentData: "No recent data",
  underMaintenance: "Under Maintenance",
};
