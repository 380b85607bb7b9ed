import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Reading {
  ms: number;
  /** Longest time that the event loop was blocked, and how much of that was CPU time of this thread. */
  heldMs: number;
  busyMs: number;
  /** Peak growth of the resident memory above the start. */
  grownMb: number;
}

/** Collects garbage until no more is found, so that later growth belongs to the measured work. */
function settle(): void {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
}

/** Measures the event loop and the memory of this process while something runs. */
export async function gauge(work: () => Promise<unknown>): Promise<Reading> {
  settle();
  const startRss = process.memoryUsage().rss;
  let highest = startRss;
  let busyMs = 0;
  let lastMs = performance.now();
  let lastCpu = process.threadCpuUsage();
  const look = () => {
    highest = Math.max(highest, process.memoryUsage().rss);
    const now = performance.now();
    const cpu = process.threadCpuUsage();
    const usedMs = (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000;
    // Turns are short: the time between two samples due after 5 ms is one turn or little more.
    if (now - lastMs > 10) busyMs = Math.max(busyMs, Math.min(usedMs, now - lastMs));
    lastMs = now;
    lastCpu = cpu;
  };
  const timer = setInterval(look, 5);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // It measures from its first tick on.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  // A block at the very end shows only when the loop turns once more.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  clearInterval(timer);
  look();
  return { ms, heldMs: delay.max / 1e6, busyMs, grownMb: (highest - startRss) / 1e6 };
}
