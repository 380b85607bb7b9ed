import { UsageError } from '../usage-error.ts';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads `--since`: a time before now, such as `30m`, `2h`, `7d` or `1w`, or a date, with or without a time of day. A
 * date without a time zone is local.
 *
 * @returns milliseconds since 1970. @throws UsageError for anything else.
 */
export function readSince(word: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/i.exec(word) ?? [];
  if (count !== undefined) return now - Number(count) * (unitMs[unit.toLowerCase()] as number);
  const [, date, time = '00:00', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(word) ?? [];
  const at = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(at))
    throw new UsageError('--since must be a time such as 30m, 2h or 7d, or a date such as 2026-03-01.');
  return at;
}
