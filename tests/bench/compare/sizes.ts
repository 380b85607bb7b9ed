/** What is measured: lanes of a live comparison, the tokens per second of each, and lanes of a sheet. */
export const laneCount = 12;
export const tokensPerSecond = 100;
export const sheetLanes = 4;
