/** Formats seconds as a player shows them: `0:07`, `12:03`, `1:02:03`; with tenths `0:07.4`. Rounded. */
export function clockOf(seconds: number, tenths = false): string {
  const whole = tenths ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = (whole % 60).toFixed(tenths ? 1 : 0).padStart(tenths ? 4 : 2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Returns true for audio below a minute, which is shown in tenths of a second; longer audio is shown in whole seconds.
 */
export const hasTenths = (duration: number): boolean => duration < 59.95;

/** Steps between the marks of a ruler, in seconds. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const maxMarks = 5;

/**
 * Returns round times for a ruler below audio of the given length, in seconds, starting at 0; `tenths` where whole
 * seconds would be too coarse.
 */
export function rulerMarks(duration: number): { marks: number[]; tenths: boolean } {
  const step = steps.find((each) => duration / each < maxMarks) ?? 3600 * Math.ceil(duration / 3600 / maxMarks);
  const marks = Array.from(
    { length: Math.floor(duration / step + 1e-9) + 1 },
    (_, at) => Math.round(at * step * 10) / 10,
  );
  return { marks, tenths: step < 1 };
}
