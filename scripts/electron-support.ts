import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Which major versions of Electron its makers repair, and when somebody last looked. */
interface SupportRecord {
  /** Day, `YYYY-MM-DD`. */
  checkedOn: string;
  supportedMajors: number[];
}

const file = path.join(import.meta.dirname, '../build-resources/electron-support.json');
const validDays = 60;

export const readSupport = (): SupportRecord => JSON.parse(readFileSync(file, 'utf8')) as SupportRecord;

/**
 * What to tell when nobody has looked for two months; `null` while the record is fresh. It stops a release and is only
 * said by tests: they must not fail because time went by.
 */
export function ageWarning({ checkedOn }: SupportRecord, now: number): string | null {
  const days = Math.floor((now - Date.parse(checkedOn)) / 86_400_000);
  if (days <= validDays) return null;
  return (
    `the versions of Electron that are still repaired were last looked up ${days} days ago: ` +
    'see electronjs.org, then bring build-resources/electron-support.json up to date'
  );
}
