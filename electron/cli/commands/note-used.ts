import type { Target, TargetOptions } from '../input/target.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Session } from './session.ts';

/** Says on a screen which gateway and model a command uses, where its command line leaves one of them open. */
export async function noteUsed(
  session: Pick<Session, 'connection'>,
  target: Target,
  options: TargetOptions & { model?: string | undefined },
  model: string | null,
  terminal: Terminal,
): Promise<void> {
  const isNamed = options.connection !== undefined || options['base-url'] !== undefined;
  const isOpen = !isNamed || (model !== null && options.model === undefined);
  if (target.kind === 'demo' || !isOpen || !terminal.isStderrTerminal) return;
  const { name, baseAddress } = await session.connection();
  const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
  terminal.note(model === null ? `Using ${place}.` : `Using ${model} at ${place}.`);
}
