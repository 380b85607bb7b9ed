/**
 * The start of the desktop app without Chromium: the built main process on a strict stand-in for Electron, from its first
 * line to the window with its document loaded. Each start has its own process and data folder.
 */

import { median } from '../../support/quantiles.ts';
import { isBuilt, perform } from '../../support/strict-electron/perform.ts';
import type { timeStart } from '../../support/strict-electron/plays/leaving.ts';
import { judge } from '../judge.ts';

const rounds = process.argv.includes('--long') ? 25 : 9;
type Times = Awaited<ReturnType<typeof timeStart>>;

if (!isBuilt) throw new Error('The build is missing or older than the sources. Run "npm run build".');
const all: Times[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const { result } = await perform<Times>('leaving#timeStart');
  // The first one fills the system caches.
  if (round > 0) all.push(result);
}
const of = (what: keyof Times) => median(all.map((one) => one[what]));
const ms = (what: keyof Times) => `${of(what).toFixed(0)} ms`;
console.log(
  `  loading ${ms('importMs')}, ready to window ${ms('windowMs')}, to document ${ms('shownMs')} (medians of ${rounds})`,
);
judge({
  goal: 'P28',
  what: "main process from Electron's `ready` to the window with its document, without Chromium",
  value: of('shownMs'),
  limit: { atMost: 200 },
  unit: 'ms',
});
judge({ goal: 'P28', what: 'loading the main process', value: of('importMs'), limit: { atMost: 250 }, unit: 'ms' });
process.exit();
