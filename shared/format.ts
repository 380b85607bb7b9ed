/**
 * Formats counts, durations and sizes the same on every host, so that one exchange shows one duration everywhere. The
 * digits are the same in each language of the interface. Always rounded, never truncated.
 */

/** Returns `20,000`. Decimals are kept as they are. */
export function formatCount(value: number): string {
  const [whole = '', decimals] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Returns `1 cell`, `2 cells`, `1 oddity`, `2 oddities`. */
export const counted = (count: number, noun: string, several = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : several}`;

const two = (value: number) => String(value).padStart(2, '0');

/** Returns milliseconds as `0.4 ms`, `412 ms`, `3.2 s`, then `1:04` (minutes) and `2:05:00` (hours). */
export function formatDuration(ms: number): string {
  if (ms < 0.05) return '0 ms';
  if (ms < 0.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** Returns bytes as `231 B`, `12.4 KB`, `3.0 MB`; a kilobyte is 1000 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 99.95 ? value.toFixed(1) : formatCount(Math.round(value))} ${units[unit]}`;
}
