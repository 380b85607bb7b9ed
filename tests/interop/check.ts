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

/** Verdicts that mean that a route exists. */
const saysThere = /^(?:works|works-with-warnings|exists)$/;

/** Checks all routes with the CLI; a route reported as existing must be one that the gateway has. */
export async function runCheck(gateway: Gateway, level: CheckLevel): Promise<CheckLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-interop-check-'));
  const words = ['check', '--base-url', gateway.url, '--level', level, '--models', gateway.models.join(), '--json'];
  const { stdout } = await runPatchbay(words, folder, { PATCHBAY_API_KEY: gateway.key });
  rmSync(folder, { recursive: true, force: true });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'check-cell')
    .map((line) => {
      const cell = line.cell ?? line;
      const has = gateway.has.has(cell.routeId);
      const isThere = saysThere.test(cell.verdict);
      const isAbsent = cell.verdict === 'route-absent';
      const problem =
        isThere && !has
          ? `says ${cell.verdict}, and it has no such route`
          : isAbsent && has
            ? 'says absent, and it has it'
            : null;
      return { level, routeId: cell.routeId, verdict: cell.verdict, has, problem };
    });
}
