/** A stretch of a recording, in seconds; `null` for what is not known. */
interface Stretch {
  start: number | null;
  end: number | null;
}

interface TimesInput {
  /** Length of the recording in seconds, as the service states it. */
  duration: number | null;
  /** Characters of the text that the stretches cover. */
  characters: number;
}

/** Units that services write instead of seconds: milliseconds, the 100 ns ticks of .NET, nanoseconds. */
const units = [1e-3, 1e-7, 1e-9];
/** People say between these many characters per second, pauses and all scripts included. */
const slowest = 1;
const fastest = 60;
/** No recording is longer: greater numbers are no seconds. */
const longest = 48 * 3600;
/** Times since 1970 are greater, in seconds. */
const since1970 = 1e9;

/** People are silent for longer than this only between the words. */
const silentPace = 0.05;

/**
 * Returns the times of a transcript and its length in seconds. Some services write other units, or the time of day in
 * seconds since 1970. A number is only converted where the length of the recording or of its text proves what it is;
 * times that can be no seconds and prove nothing are left out.
 */
export function inSeconds<Timed extends Stretch>(
  stretches: readonly Timed[],
  input: TimesInput,
): { stretches: Timed[]; duration: number | null } {
  const times = stretches.flatMap(({ start, end }) => [start, end]).filter((time) => time !== null);
  const { isKept, convert, duration } = conversionOf(stretches, times, input);
  if (isKept) return { stretches: [...stretches], duration };
  const read = (time: number | null) =>
    time === null || convert === null ? null : Math.round(convert(time) * 1e6) / 1e6;
  return { stretches: stretches.map((one) => ({ ...one, start: read(one.start), end: read(one.end) })), duration };
}

interface Conversion {
  /** The times are seconds. */
  isKept: boolean;
  /** `null`: nothing proves what the times are. */
  convert: ((time: number) => number) | null;
  duration: number | null;
}

function conversionOf(
  stretches: readonly Stretch[],
  times: readonly number[],
  { duration, characters }: TimesInput,
): Conversion {
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  const first = times.reduce((least, time) => Math.min(least, time), last);
  const covered = stretches.reduce((sum, { start, end }) => sum + Math.max(0, (end ?? 0) - (start ?? end ?? 0)), 0);
  const areWhole = times.every(Number.isInteger);
  const speaks = (scale: number) => {
    const pace = characters / (covered * scale);
    return covered > 0 && characters > 0 && pace >= slowest && pace <= fastest;
  };
  const isOther = areWhole && covered > 0 && characters > 10 && characters / covered < silentPace;
  const isLength = (scale: number) =>
    duration !== null && last * scale <= duration * 1.1 + 1 && last * scale * 20 >= duration;
  // Services that write other units may write the length in them, too.
  const mayBe = duration !== null && duration > 0 && duration <= longest && (!isOther || units.some(isLength));
  const trusted = mayBe ? duration : null;
  const fits = (scale: number, from = 0) => {
    const length = (last - from) * scale;
    return trusted === null
      ? length <= longest && speaks(scale)
      : length <= trusted * 1.1 + 1 && length >= trusted * 0.01;
  };
  const known = duration !== null && duration > longest ? null : duration;
  const kept: Conversion = { isKept: true, convert: null, duration: known };
  const isPlausible = last <= longest && (trusted === null || last <= trusted * 1.1 + 1);
  if (times.length === 0 || (isPlausible && (!areWhole || !isOther))) return kept;
  const [scale, ...others] = areWhole ? units.filter((unit) => fits(unit)) : [];
  if (scale !== undefined && others.length === 0) {
    const length = trusted ?? (duration === null ? null : duration * scale);
    return { isKept: false, convert: (time) => time * scale, duration: length };
  }
  const clocks = [1, ...units].filter(
    (unit) => first * unit >= since1970 && first * unit < 4 * since1970 && fits(unit, first),
  );
  const [clock] = clocks;
  if (clock !== undefined && clocks.length === 1)
    return { isKept: false, convert: (time) => (time - first) * clock, duration: trusted };
  return isPlausible ? kept : { isKept: false, convert: null, duration: trusted };
}
