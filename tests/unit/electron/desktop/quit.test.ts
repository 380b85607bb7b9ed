import { expect, test } from 'vitest';
import type { Question } from '../../../../electron/desktop/dialogs/ask-user.ts';
import { countRunning, createQuit, type QuitParts } from '../../../../electron/desktop/quit.ts';

function quit(change: Partial<QuitParts> = {}) {
  const steps: string[] = [];
  const questions: Question[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const quit = createQuit({
    countRunning: async () => 0,
    ask: async (question) => {
      questions.push(question);
      return true;
    },
    closePages: step('pages'),
    drain: step('core'),
    drainNow: () => void steps.push('core now'),
    exit: (isWanted) => void steps.push(isWanted ? 'exit to a new start' : 'exit'),
    limitMs: 20,
    ...change,
  });
  return { ...quit, leaving: quit, steps, questions };
}

test('with nothing running the app leaves unasked: pages first, then the core', async () => {
  const { leave, steps, questions } = quit();
  await leave();
  expect([steps, questions]).toEqual([['pages', 'core', 'exit'], []]);
});

test('running work is counted and asked about', async () => {
  const { leave, steps, questions } = quit({ countRunning: async () => 2 });
  await leave();
  expect(questions[0]?.message).toBe('2 requests are still running. Quit now?');
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('a no keeps everything, and the question can be asked again', async () => {
  let answers = 0;
  const { leave, steps } = quit({ countRunning: async () => 1, ask: async () => ++answers > 1 });
  await leave();
  expect(steps).toEqual([]);
  await leave();
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('while a question is open, and while it leaves, asking again does nothing', async () => {
  const answer = Promise.withResolvers<boolean>();
  let asked = 0;
  const { leave, steps } = quit({
    countRunning: async () => 1,
    ask: () => {
      asked += 1;
      return answer.promise;
    },
  });
  const first = leave();
  await leave();
  answer.resolve(true);
  await Promise.all([first, leave()]);
  await leave({ isSilent: true });
  expect([asked, steps]).toEqual([1, ['pages', 'core', 'exit']]);
});

test('a signal asks nobody, even over an open question', async () => {
  const { leave, steps } = quit({ countRunning: async () => 5, ask: () => new Promise(() => {}) });
  void leave();
  await leave({ isSilent: true });
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('neither a page nor a core that hangs or fails holds the process', async () => {
  const hanging = quit({ closePages: () => new Promise(() => {}), drain: () => new Promise(() => {}) });
  await hanging.leave();
  expect(hanging.steps).toEqual(['exit']);
  const failing = quit({
    countRunning: () => Promise.reject(new Error('closed')),
    closePages: () => Promise.reject(new Error('x')),
    drain: () => Promise.reject(new Error('x')),
  });
  await failing.leave();
  expect(failing.steps).toEqual(['exit']);
});

test('a session that ends at once finds everything written when the call returns, also in the middle of a drain', async () => {
  const here = quit();
  here.leaveNow();
  expect(here.steps).toEqual(['core now', 'exit']);
  const draining = quit({
    drain() {
      draining.leaveNow();
      return new Promise(() => {});
    },
  });
  await draining.leave();
  expect(draining.steps).toEqual(['pages', 'core now', 'exit']);
  const broken = quit({
    drainNow: () => {
      throw new Error('disk');
    },
  });
  expect(() => broken.leaveNow()).toThrow('disk');
  expect(broken.steps).toEqual(['exit']);
});

test('what ends the process in another way runs only after a yes, and after everything is on disk', async () => {
  let says = false;
  const { leave, leaving: life, steps } = quit({ countRunning: async () => 1, ask: async () => says });
  const finish = () => void steps.push(`install, drained ${life.isDrained}`);
  await leave({ finish });
  expect(steps).toEqual([]);
  says = true;
  await leave({ finish });
  expect(steps).toEqual(['pages', 'core', 'install, drained true']);
});

test('a start meanwhile shows nothing and is made good after the exit', async () => {
  const { leave, wantBack, steps } = quit({
    closePages: async () => void steps.push(`shown ${wantBack()}`),
  });
  expect(wantBack()).toBe(true);
  await leave();
  expect(steps).toEqual(['shown false', 'core', 'exit to a new start']);
  const ending = quit();
  const left = ending.leave({ isSilent: true });
  ending.wantBack();
  await left;
  expect(ending.steps.at(-1)).toBe('exit');
});

test('running exchanges are those that the core still receives', async () => {
  const list = ({ outcome }: { outcome?: string }) => (outcome === 'running' ? [{}, {}] : [{}, {}, {}]);
  expect(await countRunning({ exchanges: { list } as never })).toBe(2);
});
