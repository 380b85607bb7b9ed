import type { Change, WorkReport } from '#shared/contract/host.ts';

/** Work that a page does with many requests, and whose progress only the page knows. */
export interface ReportedWork {
  report(work: WorkReport): void;
  /** Progress of the work under way, each from 0 to 1. */
  shares(): number[];
}

interface WorkParts {
  /** Whether any request is running. */
  isBusy(): boolean;
  onEnd(work: WorkReport): void;
  announce(change: Change): void;
  now?: () => number;
}

/** More than any user has open at once; a page that reports endlessly costs no more. */
const maxWorks = 20;
/** Maximum of ends reported per minute: a compromised page cannot flood the user with notifications. */
const maxReported = 10;
const minuteMs = 60_000;
/** A closed page reports no end; its work is dropped after this time. */
const forgottenMs = 60_000;

export function createReportedWork({ isBusy, onEnd, announce, now = Date.now }: WorkParts): ReportedWork {
  const works = new Map<string, { work: WorkReport; at: number }>();
  let notified: number[] = [];
  const notifyEnd = (work: WorkReport) => {
    notified = notified.filter((at) => now() - at < minuteMs);
    if (notified.length >= maxReported) return;
    notified.push(now());
    onEnd(work);
  };
  const dropLost = () => {
    if (isBusy()) return;
    for (const [id, { at }] of works) if (now() - at > forgottenMs) works.delete(id);
  };
  return {
    report(work) {
      dropLost();
      const isKnown = works.has(work.id);
      if (work.state === 'over') {
        // Ignores an end without a start.
        if (!works.delete(work.id)) return;
        notifyEnd(work);
      } else if (isKnown || works.size < maxWorks) works.set(work.id, { work, at: now() });
      if (work.state === 'over' || !isKnown) announce({ area: 'exchanges' });
    },
    shares() {
      dropLost();
      return [...works.values()].map(({ work: { settled, total } }) => Math.min(1, settled / total));
    },
  };
}
