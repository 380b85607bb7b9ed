/**
 * Numbers, times and sizes as the interface writes them. Language comes from the page; the symbols of units (ms, min, KB)
 * are the same in every one. What differs between languages, the dates, is drawn through `useDates`.
 */

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
export const formatNumber = (value: number): string =>
  kept('plain', () => new Intl.NumberFormat(language())).format(value);

/** `0.213` -> `21%`. */
export const formatPercent = (share: number): string =>
  kept('percent', () => new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 })).format(
    share,
  );

/** One decimal below 100, none above: `38.2`, `412`. For rates such as tokens a second. */
export const formatRate = (value: number): string => fixed(value, value < 99.95 ? 1 : 0);

/** `0.4 ms`, `412 ms`, `3.2 s`, `1 min 4 s`, `2 h 5 min`. */
export function formatMs(ms: number): string {
  if (ms < 0.95) return `${fixed(ms, 1)} ms`;
  if (ms < 999.5) return `${fixed(ms, 0)} ms`;
  if (ms < 59_950) return `${fixed(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;

/** `231 B`, `12.4 KB`, `3.0 MB`; a kilobyte is 1000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < sizeUnits.length - 1);
  return `${fixed(value, value < 99.95 ? 1 : 0)} ${sizeUnits[unit]}`;
}

/** `14:02:11`: with seconds, for rows that follow each other closely. */
export const formatTime = (at: number): string =>
  dated({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, at);

/** `Sat 21 Nov`: a day as a caption, without the year. */
export const formatDay = (at: number): string => dated({ weekday: 'short', day: 'numeric', month: 'short' }, at);

const formatClock = (at: number): string => dated({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at);

export type DayGroup = 'today' | 'yesterday' | 'week' | 'earlier';

/** Which group of a list a moment belongs to; `week` is the seven days before yesterday's end. */
export function dayGroup(at: number, now: number = Date.now()): DayGroup {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - at) / 86_400_000);
  if (at >= midnight) return 'today';
  return days <= 1 ? 'yesterday' : days <= 7 ? 'week' : 'earlier';
}

/** Short form for lists: `14:02` today, `Tue 14:02` this week, `12 Sep` this year, else with the year. */
export function formatWhen(at: number, now: number = Date.now()): string {
  const group = dayGroup(at, now);
  if (group === 'today') return formatClock(at);
  if (group !== 'earlier') return `${dated({ weekday: 'short' }, at)} ${formatClock(at)}`;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dated({ day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }, at);
}

/** `21 Nov 2026`, for dates that lie far off. */
export const formatDate = (at: number): string => dated({ day: 'numeric', month: 'short', year: 'numeric' }, at);

/** How long ago a moment was: `now`, `18 min ago`, then as `formatWhen` gives it. */
export function formatAgo(at: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  const relative = (value: number, unit: 'minute' | 'second', numeric: 'auto' | 'always') =>
    kept(`ago ${numeric}`, () => new Intl.RelativeTimeFormat(language(), { numeric, style: 'short' })).format(
      value,
      unit,
    );
  if (minutes < 1) return relative(0, 'second', 'auto');
  return minutes < 60 ? relative(-minutes, 'minute', 'always') : formatWhen(at, now);
}

/** Order of names in the language that is shown: Chinese by pinyin, numbers in names by their value. */
export const compareNames = (one: string, other: string): number =>
  kept('order', () => new Intl.Collator(language(), { numeric: true, sensitivity: 'base' })).compare(one, other);
