import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Which major versions of Electron are supported, and when that was last checked. */
interface SupportRecord {
  /** Day, `YYYY-MM-DD`. */
  checkedOn: string;
  supportedMajors: number[];
}

const file = path.join(import.meta.dirname, '../build-resources/electron-support.json');
const validDays = 60;

export const readSupport = (): SupportRecord => JSON.parse(readFileSync(file, 'utf8')) as SupportRecord;

/**
 * Returns the warning when the last check is over two months old; `null` while it is recent. It stops a release but is
 * only printed by tests: they must not fail because time has passed.
 */
export function ageWarning({ checkedOn }: SupportRecord, now: number): string | null {
  const days = Math.floor((now - Date.parse(checkedOn)) / 86_400_000);
  if (days <= validDays) return null;
  return (
    `the versions of Electron that are still repaired were last looked up ${days} days ago: ` +
    'see electronjs.org, then bring build-resources/electron-support.json up to date'
  );
}
