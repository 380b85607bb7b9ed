import { AppError } from '#shared/routes/failure.ts';
import type { Command, Surroundings } from './command.ts';
import { exitCodes, exitOfFailure } from './exit-codes.ts';
import { failureLines } from './failure-lines.ts';
import { helpOn } from './help.ts';
import { listenForInterrupts } from './interrupt.ts';
import { createTerminal } from './terminal.ts';
import { OptionError, UsageError } from './usage-error.ts';

/** Each is loaded when it is asked for: `patchbay run` must not wait for what `serve` needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run-command.ts')).run,
  chat: async () => (await import('./chat-command.ts')).chat,
  models: async () => (await import('./models-command.ts')).listModels,
  check: async () => (await import('./check-command.ts')).check,
  tasks: async () => (await import('./tasks-command.ts')).manageTasks,
  realtime: async () => (await import('./realtime-command.ts')).talk,
  backup: async () => (await import('./backup-command.ts')).backUp,
  restore: async () => (await import('./backup-command.ts')).restoreBackup,
  routes: async () => (await import('./routes-command.ts')).listRoutes,
  serve: async () => (await import('./serve-command.ts')).serveBrowser,
  demo: async () => (await import('./demo-command.ts')).serveDemo,
};

/**
 * Runs one command line of `patchbay`.
 *
 * @returns the exit status, one of `exitCodes`. Never rejects.
 */
export async function runProgram(
  argv: readonly string[],
  surroundings: Omit<Surroundings, 'openTerminal' | 'stdin' | 'stderr'>,
): Promise<number> {
  const openTerminal: Surroundings['openTerminal'] = (options) =>
    createTerminal({
      stdout: process.stdout,
      stderr: process.stderr,
      env: surroundings.env,
      raw: options?.raw ?? false,
      quiet: options?.quiet ?? false,
    });
  listenForInterrupts();
  const [name = 'help', ...args] = argv;
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const said = talkAboutItself(name, args, surroundings.version, load !== undefined);
    if (said !== null) {
      await openTerminal().data(said);
      return exitCodes.done;
    }
    if (!load) throw new UsageError(`There is no command called ${name}. All of them: patchbay help.`);
    const command = await load();
    return await command(args, { ...surroundings, stdin: process.stdin, stderr: process.stderr, openTerminal });
  } catch (thrown) {
    const terminal = openTerminal();
    if (thrown instanceof UsageError) {
      terminal.talk(`patchbay: ${thrown.message}`);
      if (thrown instanceof OptionError) terminal.talk(`  All of them: patchbay help ${name}.`);
      return exitCodes.usage;
    }
    const failure = AppError.from(thrown);
    for (const line of failureLines(failure)) terminal.talk(line);
    return exitOfFailure(failure.code);
  }
}

/** Help and version; `null` for a command that does something. */
function talkAboutItself(name: string, args: readonly string[], version: string, isCommand: boolean): string | null {
  if (name === '--version' || name === '-v') return `patchbay ${version}\n`;
  if (name === 'help' || name === '--help' || name === '-h') return helpOn(args[0] ?? '');
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return isCommand && (options.includes('--help') || options.includes('-h')) ? helpOn(name) : null;
}
