/** Returns the table column of a member: `startedAt` is stored as `started_at`. */
export const columnName = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
