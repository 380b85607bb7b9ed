import type { CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { Draft, DraftBody } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/routes/table.ts';
import { type ProbeBody, type ProbeFile, probeOf } from './probes.ts';

/** Gives the id of a stored file of that kind. */
export type ProbeFiles = (kind: ProbeFile) => Promise<string>;

/** The request that answers one cell. A body that lacks something is meant to, so nothing objects to it here. */
export async function draftOf(cell: PlannedCell, input: CheckPlanInput, files: ProbeFiles): Promise<Draft> {
  const probe = probeOf(cell.routeId, cell.model ?? '', input.level);
  // What is drawn or spoken takes as long as it takes before its first byte.
  const { costly, transport } = routes[cell.routeId];
  const takesLong = probe.action === 'call' && costly && transport === 'http';
  const headersMs = takesLong ? input.totalMs : input.firstByteMs;
  return {
    connectionId: input.connectionId,
    ...(cell.keyId === null ? {} : { keyId: cell.keyId }),
    routeId: cell.routeId,
    params: { ...probe.params },
    query: [],
    headers: [],
    body: await bodyOf(probe.body, files),
    options: {
      finishAlone: true,
      allowMisuse: true,
      deadlines: {
        connectMs: Math.min(10_000, input.firstByteMs),
        headersMs: Math.min(headersMs, input.totalMs),
        idleMs: input.firstByteMs,
        totalMs: input.totalMs,
      },
      origin: 'check',
    },
  };
}

async function bodyOf(body: ProbeBody, files: ProbeFiles): Promise<DraftBody> {
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind === 'json') return { kind: 'json', text: JSON.stringify(body.value), inline: [] };
  const fields = await Promise.all(
    body.fields.map(async ([name, value]) =>
      typeof value === 'string'
        ? { kind: 'text' as const, name, value }
        : { kind: 'file' as const, name, fileId: await files(value.file) },
    ),
  );
  return { kind: 'form', fields };
}
