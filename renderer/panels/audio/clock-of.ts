/** Seconds as a player shows them: `0:07`, `12:03`, `1:02:03`; with tenths `0:07.4`. */
export function clockOf(seconds: number, tenths = false): string {
  const whole = tenths ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = (whole % 60).toFixed(tenths ? 1 : 0).padStart(tenths ? 4 : 2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
