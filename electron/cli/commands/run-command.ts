import { AppError } from '#shared/protocol/failure.ts';
import { type Route, type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { admitInput } from '../input/admit-input.ts';
import { admitPath } from '../input/admit-path.ts';
import { gatewayOptions, readOptions } from '../input/options.ts';
import { draftOptions, finishDraft, planDraft } from '../input/plan-draft.ts';
import { createPatientInput } from '../input/read-input.ts';
import { sentDocuments } from '../input/sent-documents.ts';
import { isPassing, readTarget } from '../input/target.ts';
import { refuseBothOnStdout } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter } from '../output/part-printer.ts';
import { besideResponseFiles, noFiles, openResponseFiles, pipeResponseFiles } from '../output/response-files.ts';
import { storedBytes } from '../output/stored-bytes.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { findNativeKeyStyle } from './native-style.ts';
import { endWith, runDraft } from './run-draft.ts';
import { gatewayFirst, openSession, type Session } from './session.ts';

const options = {
  ...gatewayOptions,
  ...draftOptions,
  out: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
  raw: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
} as const;

/** `patchbay run <route> [words]`: one exchange on any route. */
export const run: Command = async (args, { env, version, stdin, openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  refuseBothOnStdout(values);
  const terminal = openTerminal(values);
  const [name = '', ...words] = positionals;
  const target = await readTarget(values, env);
  const route = findRoute(name);
  const input = createPatientInput(stdin, terminal);
  const plan = await planDraft(route, words, values, input, target.kind === 'demo').catch((thrown) =>
    gatewayFirst(thrown, target, version),
  );
  // A pipe gets the bytes.
  const isLost = values.out === undefined && isPassing(target) && (values.json || terminal.isDataTerminal);
  if (isLost && bringsFile(route)) throw new UsageError(`${route.id} returns a file. Add --out FILE to keep it.`);
  // Made before anything is sent, so that no paid answer meets a file name that is taken.
  let session: Session | undefined;
  const read = (ref: { id: string }) => storedBytes((session as Session).files, ref.id);
  const isPiped = values.out === '-' || (values.out === undefined && !values.json && !terminal.isDataTerminal);
  const files = isPiped
    ? pipeResponseFiles(terminal, read)
    : values.out === undefined
      ? bringsFile(route)
        ? noFiles
        : besideResponseFiles(read)
      : await openResponseFiles(values.out, values.force ?? false, read);
  const printer = values.json
    ? createJsonPrinter(terminal, files)
    : createHumanPrinter(terminal, files, !isPassing(target), sentDocuments(plan));
  try {
    const opened = await openSession(target, version);
    session = opened;
    if (target.kind !== 'demo') await findNativeKeyStyle(opened, route);
    const draft = await finishDraft(plan, opened.connectionId, (path) =>
      path === '-' ? admitInput(opened.files, input) : admitPath(opened.files, path),
    );
    const status = await runDraft(opened, draft, printer, terminal.closed);
    return files.hasFailed ? exitCodes.failed : status;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      await files.end('failed');
      throw thrown;
    }
    // Scripts read the last line whatever happened.
    await printer.print(endWith(thrown.failure));
    return exitOfFailure(thrown.failure.code);
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
  throw new UsageError(`There is no route called ${name}.${didYouMean(name, routeIds)} All of them: patchbay routes.`);
}
