// Made by `npm run languages` from catalogues/en.json.

export const publicStates = {
  allOperational: "All Systems Operational",
  partialOutage: "Partial Outage",
  down: "Down",
  online: "Online",
  offline: "Offline",
};
