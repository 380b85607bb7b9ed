import { AppError } from '#shared/routes/failure.ts';
import { type Route, type RouteId, routeIds } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import { admitInput } from './admit-input.ts';
import { admitPath } from './admit-path.ts';
import { noFiles, openAnswerFiles, pipeAnswerFiles } from './answer-files.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayOptions, readOptions } from './options.ts';
import { createHumanPrinter, createJsonPrinter } from './part-printer.ts';
import { draftOptions, finishDraft, planDraft } from './plan-draft.ts';
import { createPatientInput } from './read-input.ts';
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
export const run: Command = async (args, { env, version, stdin, openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  const terminal = openTerminal({ raw: values.raw });
  const [name = '', ...words] = positionals;
  const target = await readTarget(values, env);
  const route = findRoute(name);
  const input = createPatientInput(stdin, terminal);
  const plan = await planDraft(route, words, values, input, target.kind === 'demo');
  const isForPerson = !values.json && terminal.isDataTerminal;
  const isPassing = target.kind !== 'saved' || target.secret !== null;
  if (values.out === undefined && isForPerson && isPassing && bringsFile(route))
    throw new UsageError(`${route.id} brings a file, which would be gone with this command: add --out FILE.`);
  // Made before anything is sent, so that no paid answer meets a file name that is taken.
  let session: Session | undefined;
  const read = (ref: { id: string }) => storedBytes((session as Session).files, ref.id);
  const passed = values.json || terminal.isDataTerminal ? noFiles : pipeAnswerFiles(terminal, read);
  const files = values.out === undefined ? passed : await openAnswerFiles(values.out, values.force ?? false, read);
  const printer = values.json ? createJsonPrinter(terminal, files) : createHumanPrinter(terminal, files);
  try {
    const opened = await openSession(target, version);
    session = opened;
    const draft = await finishDraft(plan, opened.connectionId, (path) =>
      path === '-' ? admitInput(opened.files, input) : admitPath(opened.files, path),
    );
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

/** Whose answer is media and nothing that could be read on a screen. */
const bringsFile = ({ reader }: Route) => reader === 'speech' || reader === 'images' || reader === 'video';

function findRoute(name: string) {
  if ((routeIds as readonly string[]).includes(name)) return routes[name as RouteId];
  if (!name)
    throw new UsageError('Name a route, such as: patchbay run chat.completions "Hello". All of them: patchbay routes.');
  const close = routeIds.filter((id) => id.includes(name) || name.includes(id));
  const advice = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'All of them: patchbay routes.';
  throw new UsageError(`There is no route called ${name}. ${advice}`);
}
