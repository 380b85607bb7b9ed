import fc from 'fast-check';
import { startBench } from '../../support/exchange/bench.ts';
import { startRecordingServer } from '../../support/exchange/wire-server.ts';
import type { Bar } from '../bar.ts';
import { playScript, Stage, steps } from './scripted-run.ts';

/** Scripts played at the same time, like parallel runs of one program. */
const together = 20;

export const bar: Bar = {
  promise:
    'Whatever happens to a run, in any order, it ends exactly once, and all watchers and its record show the same end.',
  async run({ long }) {
    const wanted = long ? 100_000 : 2000;
    const stage = new Stage();
    const server = await startRecordingServer(stage.answer);
    const patient = { connectMs: 60_000, headersMs: 60_000, idleMs: 60_000, totalMs: null };
    const bench = startBench(server.url, { deadlines: () => patient });
    let played = 0;
    const script = fc.array(fc.constantFrom(...steps), { maxLength: 8 });
    const batch = fc.array(script, { minLength: together, maxLength: together });
    const seed = Date.now() & 0x7fffffff;
    const property = fc.asyncProperty(batch, async (scripts) => {
      const names = scripts.map((_, at) => `m-${played + at}`);
      played += scripts.length;
      const all = await Promise.all(
        scripts.map((one, at) => playScript({ bench, stage, name: names[at] ?? '', record: at === 0 }, one)),
      );
      const wrong = all.flatMap((faults, at) => faults.map((fault) => `[${scripts[at]}] ${fault}`));
      if (wrong.length > 0) throw new Error(wrong.join('; '));
    });
    const { failed, errorInstance } = await fc.check(property, {
      numRuns: Math.ceil(wanted / together),
      seed,
      // Shrinking twenty scripts at once takes long: the message names those that failed.
      endOnFailure: true,
    });
    await bench.close();
    await server.close();
    const fault = failed ? `, wrong: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}` : '';
    return { figure: `${played} random scripts of up to 8 steps (seed ${seed})${fault}`, held: !failed };
  },
};
