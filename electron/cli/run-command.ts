import { AppError } from '#shared/routes/failure.ts';
import { type RouteId, routeIds } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import { admitPath } from './admit-path.ts';
import { noFiles, openAnswerFiles } from './answer-files.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayOptions, readOptions } from './options.ts';
import { createHumanPrinter, createJsonPrinter } from './part-printer.ts';
import { draftOptions, finishDraft, planDraft } from './plan-draft.ts';
import { createStandardInput } from './read-input.ts';
import { endWith, exitOfEnd, runDraft } from './run-draft.ts';
import { openSession, type Session } from './session.ts';
import { storedBytes } from './stored-bytes.ts';
import { readTarget } from './target.ts';
import { UsageError } from './usage-error.ts';

const options = {
  ...gatewayOptions,
  ...draftOptions,
  out: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
  raw: { type: 'boolean' },
} as const;

/** `patchbay run <route> [words]`: one exchange on any route. */
export const run: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  const terminal = openTerminal({ raw: values.raw });
  const [name = '', ...words] = positionals;
  const target = await readTarget(values, env);
  const plan = await planDraft(findRoute(name), words, values, createStandardInput(), target.kind === 'demo');
  // Made before anything is sent, so that no paid answer meets a file name that is taken.
  let session: Session | undefined;
  const read = (ref: { id: string }) => storedBytes((session as Session).files, ref.id);
  const files = values.out === undefined ? noFiles : await openAnswerFiles(values.out, values.force ?? false, read);
  const printer = values.json ? createJsonPrinter(terminal, files) : createHumanPrinter(terminal, files);
  try {
    const opened = await openSession(target, version);
    session = opened;
    const draft = await finishDraft(plan, opened.connectionId, (path) => admitPath(opened.files, path));
    const end = await runDraft(opened, draft, printer, terminal.closed);
    return files.hasFailed ? exitCodes.failed : exitOfEnd(end);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      await files.end('failed');
      throw thrown;
    }
    // Scripts read the last line whatever happened.
    const end = endWith(thrown.failure);
    await printer.print(end);
    return exitOfEnd(end);
  } finally {
    await session?.close();
  }
};

function findRoute(name: string) {
  if ((routeIds as readonly string[]).includes(name)) return routes[name as RouteId];
  if (!name)
    throw new UsageError('Name a route, such as: patchbay run chat.completions "Hello". All of them: patchbay routes.');
  const close = routeIds.filter((id) => id.includes(name) || name.includes(id));
  const advice = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'All of them: patchbay routes.';
  throw new UsageError(`There is no route called ${name}. ${advice}`);
}
