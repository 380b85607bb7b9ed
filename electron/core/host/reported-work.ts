import type { WorkReport } from '#shared/contract/host.ts';

/** Work that a page does by many requests and of which only the page knows how far it is. */
export interface ReportedWork {
  report(work: WorkReport): void;
  /** What is under way, as parts of 1. */
  shares(): number[];
}

interface WorkParts {
  /** Whether any request runs. */
  isBusy(): boolean;
  onEnd(work: WorkReport): void;
  /** Something began, went on or ended. */
  onChange(): void;
  now?: () => number;
}

/** More than anybody has open at once; a page that reports without end costs no more. */
const most = 20;
/** So many ends are told of in a minute: a page that was taken over cannot flood the user. */
const mostTold = 10;
const minuteMs = 60_000;
/** A page that is gone reports no end. */
const forgottenMs = 60_000;

export function createReportedWork({ isBusy, onEnd, onChange, now = Date.now }: WorkParts): ReportedWork {
  const works = new Map<string, { work: WorkReport; at: number }>();
  let told: number[] = [];
  const notifyEnd = (work: WorkReport) => {
    told = told.filter((at) => now() - at < minuteMs);
    if (told.length >= mostTold) return;
    told.push(now());
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
        // An end without a beginning is none.
        if (!works.delete(work.id)) return;
        notifyEnd(work);
      } else if (isKnown || works.size < most) works.set(work.id, { work, at: now() });
      if (work.state === 'over' || !isKnown) onChange();
    },
    shares() {
      dropLost();
      return [...works.values()].map(({ work: { settled, total } }) => Math.min(1, settled / total));
    },
  };
}
