import { useEffect, useState } from 'react';

/** Returns the time, milliseconds since 1970, updated every second (or every `stepMs`) while `ticking`. */
export function useNow(ticking: boolean, stepMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, stepMs);
    return () => clearInterval(timer);
  }, [ticking, stepMs]);
  return now;
}
