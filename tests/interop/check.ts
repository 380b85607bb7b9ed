import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CheckLevel } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { Gateway } from './gateway.ts';
import { runPatchbay } from './play.ts';

/** One cell of a check, compared with the routes that the gateway really has. */
export interface CheckLine {
  level: CheckLevel;
  routeId: RouteId;
  verdict: string;
  has: boolean;
  problem: string | null;
}

/** Verdicts that mean that a route exists and is served. */
const saysThere = /^(?:works|works-with-warnings|exists)$/;
/** Verdicts that are wrong with a valid key, and those that are wrong of a route that a running server has. */
const saysKey = /^(?:key-|forbidden|quota)/;
const saysTrouble = /^(?:upstream-down|overloaded|timed-out|shape-unexpected|parameter-refused)/;

/** Returns what is wrong about a verdict, or `null`. */
function problemOf(verdict: string, routeId: RouteId, { has, off }: Gateway): string | null {
  const isOff = off?.has(routeId) === true;
  if (saysThere.test(verdict))
    return !has.has(routeId)
      ? `says ${verdict}, and it has no such route`
      : isOff
        ? `says ${verdict}, and it is off`
        : null;
  if (verdict === 'route-absent') return has.has(routeId) ? 'says absent, and it has it' : null;
  if (verdict === 'unsupported') return isOff ? null : 'says that it is off';
  return saysKey.test(verdict) || (has.has(routeId) && saysTrouble.test(verdict)) ? `says ${verdict}` : null;
}

/** Checks all routes with the CLI; a route reported as existing must be one that the gateway has. */
export async function runCheck(gateway: Gateway, level: CheckLevel): Promise<CheckLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-interop-check-'));
  const models = gateway.models.length > 0 ? ['--models', gateway.models.join()] : [];
  const words = ['check', '--base-url', gateway.url, '--level', level, ...models, '--json'];
  const { stdout } = await runPatchbay(words, folder, { PATCHBAY_API_KEY: gateway.key });
  rmSync(folder, { recursive: true, force: true });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'check-cell')
    .map((line) => {
      const cell = line.cell ?? line;
      const { routeId, verdict } = cell;
      return { level, routeId, verdict, has: gateway.has.has(routeId), problem: problemOf(verdict, routeId, gateway) };
    });
}
