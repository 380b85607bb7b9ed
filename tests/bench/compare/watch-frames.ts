export interface Frames {
  /** Per second. */
  rate: number;
  longestTaskMs: number;
}

/** Counts the frames of the page for this many milliseconds. Serialized by itself, so it uses nothing from its scope. */
export async function watchFrames(ms: number): Promise<Frames> {
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  tasks.observe({ entryTypes: ['longtask'] });
  const began = await nextFrame();
  let frames = 0;
  let now = began;
  while (now - began < ms) {
    now = await nextFrame();
    frames += 1;
  }
  tasks.disconnect();
  return { rate: (frames * 1000) / (now - began), longestTaskMs };
}
