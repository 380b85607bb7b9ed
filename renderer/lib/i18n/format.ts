/**
 * Numbers, times and sizes as the interface writes them. The language is that of the page; unit symbols (ms, min, KB)
 * are the same in every one. What differs between languages, the dates, is drawn with `useDates`.
 */
import { formatCount, formatDuration, formatSize } from '#shared/format.ts';

const language = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.Collator;
const formatters = new Map<string, Formatter>();
function kept<T extends Formatter>(key: string, make: () => T): T {
  const full = `${language()} ${key}`;
  const found = (formatters.get(full) as T | undefined) ?? make();
  formatters.set(full, found);
  return found;
}

const fixed = (value: number, digits: number) =>
  kept(
    `fixed ${digits}`,
    () => new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  ).format(value);

const dated = (options: Intl.DateTimeFormatOptions, at: number) =>
  kept(JSON.stringify(options), () => new Intl.DateTimeFormat(language(), options)).format(at);

/** `33412` -> `33,412`. */
export const formatNumber = formatCount;

/** `0.213` -> `21%`. */
export const formatPercent = (share: number): string =>
  kept('percent', () => new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 })).format(
    share,
  );

/** One decimal below 100, none above: `38.2`, `412`. For rates such as tokens per second. */
export const formatRate = (value: number): string => fixed(value, value < 99.95 ? 1 : 0);

/** Milliseconds as `412 ms`, `3.2 s`, `1:04`. */
export const formatMs = formatDuration;

/** A position on a time line, in milliseconds, as `0:02.2`, `12:04.0` or `1:02:05.0`: never mistaken for a duration. */
export function formatPosition(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  const [hours, minutes, seconds] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10];
  const ending = seconds.toFixed(1).padStart(4, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${ending}` : `${minutes}:${ending}`;
}

/** Bytes as `231 B`, `12.4 KB`, `3.0 MB`. */
export const formatBytes = formatSize;

/** `14:02:11`: with seconds, for rows that follow each other closely. */
export const formatTime = (at: number): string =>
  dated({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, at);

/** `Sat 21 Nov`: a day as a caption, without the year. */
export const formatDay = (at: number): string => dated({ weekday: 'short', day: 'numeric', month: 'short' }, at);

const formatClock = (at: number): string => dated({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at);

/** `ahead`: after the end of today; a clock was wrong then or is wrong now. */
export type DayGroup = 'ahead' | 'today' | 'yesterday' | 'week' | 'earlier';

/** Returns the midnight at which a day begins, `days` from today; respects daylight saving changes. */
function midnight(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** Returns the group of a list that a moment belongs to; `week` is the six days before yesterday. */
export function dayGroup(at: number, now: number = Date.now()): DayGroup {
  if (at >= midnight(now, 1)) return 'ahead';
  if (at >= midnight(now, 0)) return 'today';
  if (at >= midnight(now, -1)) return 'yesterday';
  return at >= midnight(now, -7) ? 'week' : 'earlier';
}

/** Short form for lists: `14:02` today, `Tue 14:02` this week, `12 Sep` this year, else with the year. */
export function formatWhen(at: number, now: number = Date.now()): string {
  const group = dayGroup(at, now);
  if (group === 'today') return formatClock(at);
  if (group === 'yesterday' || group === 'week') return `${dated({ weekday: 'short' }, at)} ${formatClock(at)}`;
  const isPlain = group === 'earlier' && new Date(at).getFullYear() === new Date(now).getFullYear();
  return dated({ day: 'numeric', month: 'short', ...(isPlain ? {} : { year: 'numeric' }) }, at);
}

/** Sorts rows dated in the future last: an item made under a wrong clock hides nothing newer. */
export function futureLast<Row>(rows: readonly Row[], timeOf: (row: Row) => number, now: number = Date.now()): Row[] {
  const isAhead = (row: Row) => dayGroup(timeOf(row), now) === 'ahead';
  return [...rows.filter((row) => !isAhead(row)), ...rows.filter(isAhead)];
}

/** `21 Nov 2026`, for distant dates. */
export const formatDate = (at: number): string => dated({ day: 'numeric', month: 'short', year: 'numeric' }, at);

/** How long ago a moment was: `now`, `18 min ago`, then, as for the future, the result of `formatWhen`. */
export function formatAgo(at: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  const relative = (value: number, unit: 'minute' | 'second', numeric: 'auto' | 'always') =>
    kept(`ago ${numeric}`, () => new Intl.RelativeTimeFormat(language(), { numeric, style: 'short' })).format(
      value,
      unit,
    );
  // A new item may be slightly ahead of the time that was read before it.
  if (minutes < -1) return formatWhen(at, now);
  if (minutes < 1) return relative(0, 'second', 'auto');
  return minutes < 60 ? relative(-minutes, 'minute', 'always') : formatWhen(at, now);
}

/** Compares names in the language that is shown: Chinese by pinyin, numbers in names by their value. */
export const compareNames = (one: string, other: string): number =>
  kept('order', () => new Intl.Collator(language(), { numeric: true, sensitivity: 'base' })).compare(one, other);
