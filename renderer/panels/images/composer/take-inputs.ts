import { createStore } from 'zustand/vanilla';
import { AppError } from '#shared/protocol/failure.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { addInputs, showOnStage, useForm } from '../form.ts';
import { type InputLook, lookAtInput, wellNamed } from './input-faults.ts';

/** The most pictures that any edit route takes. */
export const mostInputs = 16;

/** A file that was not taken, or not as it is. */
export interface HeldInput {
  id: string;
  file: File;
  look: Exclude<InputLook, { kind: 'fine' }> | { kind: 'failed'; message: string } | { kind: 'too-many' };
  busy: boolean;
  /** Bytes that it may have. */
  largest: number;
}

/** Files that wait for a word, and how many are on their way in. */
export const intake = createStore<{ held: readonly HeldInput[]; arriving: number }>(() => ({ held: [], arriving: 0 }));

const hold = (file: File, largest: number, look: HeldInput['look']) =>
  intake.setState(({ held }) => ({ held: [...held, { id: crypto.randomUUID(), file, look, busy: false, largest }] }));

export const letGo = (id: string): void =>
  intake.setState(({ held }) => ({ held: held.filter((one) => one.id !== id) }));

/**
 * Takes files in as inputs, each of at most so many bytes. What is no picture, or none that services take, is held back and said
 * why.
 */
export async function takeInputs(files: readonly File[], largest: number): Promise<void> {
  intake.setState(({ arriving }) => ({ held: [], arriving: arriving + files.length }));
  for (const file of files) {
    try {
      const look = await lookAtInput(file, largest);
      if (useForm.getState().inputs.length >= mostInputs) hold(file, largest, { kind: 'too-many' });
      else if (look.kind === 'fine') await admit(wellNamed(file, look.head), look.head);
      else hold(file, largest, look);
    } catch (thrown) {
      hold(file, largest, { kind: 'failed', message: AppError.from(thrown).message });
    } finally {
      intake.setState(({ arriving }) => ({ arriving: arriving - 1 }));
    }
  }
}

async function admit(file: File, { width, height }: { width: number | null; height: number | null }): Promise<void> {
  const ref = await admitFile(file);
  addInputs([{ file: ref, width, height }], mostInputs);
  // A new picture is to be painted on, whatever the stage showed before.
  showOnStage(null);
}

/** Takes a held file all the same, as it is; or a copy of it that services take. */
export async function takeHeld(id: string, how: 'as-it-is' | 'remade'): Promise<void> {
  const one = intake.getState().held.find((held) => held.id === id);
  if (one?.look.kind !== 'unfit') return;
  const { file, look, largest } = one;
  const busy = (is: boolean) =>
    intake.setState(({ held }) => ({ held: held.map((other) => (other.id === id ? { ...other, busy: is } : other)) }));
  busy(true);
  try {
    if (how === 'as-it-is') await admit(wellNamed(file, look.head), look.head);
    else {
      const remade = await (await import('./remake-input.ts')).remadeInput(file, largest);
      await admit(remade.file, remade);
    }
    letGo(id);
  } catch (thrown) {
    letGo(id);
    hold(file, largest, { kind: 'failed', message: AppError.from(thrown).message });
  }
}
