import { writeSync } from 'node:fs';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Command, Surroundings } from './commands/command.ts';
import { didYouMean } from './did-you-mean.ts';
import { exitCodes, exitOfFailure } from './exit-codes.ts';
import { listenForInterrupts } from './interrupt.ts';
import { failureJson, printFailure, usageJson } from './output/failure-lines.ts';
import { helpOn } from './output/help.ts';
import { forGateway, noteInvocation } from './output/invocation.ts';
import { createTerminal, type Terminal } from './output/terminal.ts';
import { withoutTypedKeys } from './output/typed-secrets.ts';
import { watchWrites, wholeOutput } from './output/whole-output.ts';
import { type CommandName, commandSpecs } from './specs/index.ts';
import { OptionError, UsageError } from './usage-error.ts';

/** Each is loaded on demand: `patchbay run` must not wait for what `serve` needs. */
const commands: Readonly<Record<Exclude<CommandName, 'help'> | '__complete', () => Promise<Command>>> = {
  run: async () => (await import('./commands/run-command.ts')).run,
  chat: async () => (await import('./commands/chat-command.ts')).chat,
  compare: async () => (await import('./commands/compare-command.ts')).compare,
  models: async () => (await import('./commands/models-command.ts')).listModels,
  wire: async () => (await import('./commands/wire-command.ts')).manageWire,
  check: async () => (await import('./commands/check-command.ts')).check,
  tasks: async () => (await import('./commands/tasks-command.ts')).manageTasks,
  realtime: async () => (await import('./commands/realtime-command.ts')).runRealtime,
  connections: async () => (await import('./commands/connections-command.ts')).manageConnections,
  keys: async () => (await import('./commands/keys-command.ts')).manageKeys,
  prices: async () => (await import('./commands/prices-command.ts')).managePrices,
  prompts: async () => (await import('./commands/prompts-command.ts')).managePrompts,
  backup: async () => (await import('./commands/backup-command.ts')).backUp,
  restore: async () => (await import('./commands/backup-command.ts')).restoreBackup,
  routes: async () => (await import('./commands/routes-command.ts')).listRoutes,
  serve: async () => (await import('./commands/serve-command.ts')).serveBrowser,
  demo: async () => (await import('./commands/demo-command.ts')).serveDemo,
  completion: async () => (await import('./commands/completion-command.ts')).printCompletion,
  __complete: async () => (await import('./commands/completion-command.ts')).printCandidates,
};

type Place = Omit<Surroundings, 'openTerminal' | 'stdin' | 'stderr'>;

/**
 * Runs one command line of `patchbay` as this process, whose signals it handles.
 *
 * @returns the exit status, one of `exitCodes`. Never rejects.
 */
export function runProgram(argv: readonly string[], place: Place): Promise<number> {
  listenForInterrupts(() => wantsJson(argv.slice(1)) && reportCut());
  const { stdin, stderr } = process;
  return runCommandLine(argv, place, { stdin, stdout: wholeOutput(process.stdout), stderr });
}

/**
 * Runs one command line of `patchbay` on these streams.
 *
 * @returns the exit status, one of `exitCodes`. Never rejects.
 */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Place,
  { stdin, stdout, stderr }: Streams,
): Promise<number> {
  const written = watchWrites(stdout);
  const openTerminal: Surroundings['openTerminal'] = (options) =>
    withoutTypedKeys(
      createTerminal({
        stdout,
        stderr,
        env: surroundings.env,
        raw: options?.raw ?? false,
        quiet: options?.quiet ?? false,
      }),
      argv,
    );
  const status = await runCommand(argv, surroundings, { stdin, stdout, stderr }, openTerminal);
  const problem = await written();
  if (problem === null) return status;
  const terminal = openTerminal();
  terminal.message(`patchbay: stdout: ${problem}`, 'bad');
  terminal.message('  The output is incomplete. Free some disk space, or write to another place.');
  return exitCodes.failed;
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stderr'> & { stdout: NodeJS.WriteStream };

async function runCommand(
  argv: readonly string[],
  surroundings: Place,
  { stdin, stdout, stderr }: Streams,
  openTerminal: Surroundings['openTerminal'],
): Promise<number> {
  const [name = 'help', ...args] = argv;
  noteInvocation(optionsOf(args), surroundings.env);
  try {
    const load = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
    const output = printHelpOrVersion(
      name,
      args,
      surroundings.version,
      load !== undefined,
      stdout.columns || textColumns,
    );
    if (output !== null) {
      await openTerminal().data(output);
      return exitCodes.done;
    }
    if (!load) throw unknownCommand(argv);
    const command = await load();
    return await command(args, { ...surroundings, stdin, stderr, openTerminal });
  } catch (thrown) {
    return reportThrown(thrown, openTerminal(), wantsJson(args), name);
  }
}

/** Reports the error that ended a command, on stderr, or as a line of JSON on stdout. @returns the exit status */
async function reportThrown(thrown: unknown, terminal: Terminal, isJson: boolean, name: string): Promise<number> {
  if (thrown instanceof UsageError) {
    const hint = thrown instanceof OptionError ? `Help: patchbay help ${name}` : forGateway(thrown.hint);
    if (isJson) await terminal.data(usageJson(thrown.message, hint));
    else {
      terminal.message(`patchbay: ${thrown.message}`, 'bad');
      if (hint) terminal.message(`  ${hint}`);
    }
    return exitCodes.usage;
  }
  const failure = AppError.from(thrown);
  await printFailure(failure, terminal, isJson);
  return exitOfFailure(failure.code);
}

/** Writes the last line of a command that ends immediately, before the process exits. */
function reportCut(): void {
  try {
    writeSync(1, failureJson(failure('aborted', 'The command was stopped.')));
  } catch {
    // The reader is gone.
  }
}

/** Returns the arguments before `--`, which may be options. */
const optionsOf = (args: readonly string[]) => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args);

const wantsJson = (args: readonly string[]): boolean => optionsOf(args).includes('--json');

function unknownCommand([name = '', ...args]: readonly string[]): UsageError {
  const known = Object.keys(commandSpecs);
  const meant = args.find((word) => known.includes(word));
  // What follows the option may be a secret.
  if (name.startsWith('-') && meant !== undefined)
    return new UsageError(`Options go after the command: patchbay ${meant} ${name.split('=')[0]} ...`);
  return new UsageError(
    `Unknown command "${name.split('=')[0]}".${didYouMean(name, [...known, 'version'])}`,
    'List the commands: patchbay help',
  );
}

/** Width of the terminal, or of a page of text where the help is written elsewhere. */
const textColumns = 80;

/** Prints help or version; returns `null` for a command that does something. */
function printHelpOrVersion(
  name: string,
  args: readonly string[],
  version: string,
  isCommand: boolean,
  columns: number,
): string | null {
  if (['--version', '-V', 'version'].includes(name)) return `patchbay ${version}\n`;
  if (name === 'help' || name === '--help' || name === '-h') return helpOn(args[0] ?? '', columns);
  const options = optionsOf(args);
  const isAskedFor = options.includes('--help') || options.includes('-h') || (args.length === 1 && args[0] === 'help');
  return isCommand && isAskedFor ? helpOn(name, columns) : null;
}
