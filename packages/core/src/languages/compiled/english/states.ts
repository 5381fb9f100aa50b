// Made by `npm run languages` from catalogues/en.json.

export const states = {
  operational: "Operational",
  issues: "Issues Detected",
  allOperational: "All Systems Operational",
  partialOutage: "Partial Outage",
  noDataYet: "No data yet",
  down: "Down",
  online: "Online",
  offline: "Offline",
};
