import { expect, test } from 'vitest';
import type { Question } from '../../../../electron/desktop/dialogs/app-dialogs.ts';
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

test('with nothing running the app quits without asking: pages first, then the core', async () => {
  const { leave, steps, questions } = quit();
  await leave();
  expect([steps, questions]).toEqual([['pages', 'core', 'exit'], []]);
});

test('running work is counted and confirmed', async () => {
  const { leave, steps, questions } = quit({ countRunning: async () => 2 });
  await leave();
  expect(questions[0]?.message).toBe('2 requests are still running. Quit now?');
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('declining keeps everything, and the question can be asked again', async () => {
  let answers = 0;
  const { leave, steps } = quit({ countRunning: async () => 1, ask: async () => ++answers > 1 });
  await leave();
  expect(steps).toEqual([]);
  await leave();
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('quitting again during a question or a quit does nothing', async () => {
  const answer = Promise.withResolvers<boolean>();
  let questionCount = 0;
  const { leave, steps } = quit({
    countRunning: async () => 1,
    ask: () => {
      questionCount += 1;
      return answer.promise;
    },
  });
  const first = leave();
  await leave();
  answer.resolve(true);
  await Promise.all([first, leave()]);
  await leave({ isSilent: true });
  expect([questionCount, steps]).toEqual([1, ['pages', 'core', 'exit']]);
});

test('a signal asks nothing, even over an open question', async () => {
  const { leave, steps } = quit({ countRunning: async () => 5, ask: () => new Promise(() => {}) });
  void leave();
  await leave({ isSilent: true });
  expect(steps).toEqual(['pages', 'core', 'exit']);
});

test('neither a page nor a core that hangs or fails blocks the process', async () => {
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

test('a session that ends at once finds everything written when the call returns, also during a drain', async () => {
  const here = quit();
  here.quitNow();
  expect(here.steps).toEqual(['core now', 'exit']);
  const draining = quit({
    drain() {
      draining.quitNow();
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
  expect(() => broken.quitNow()).toThrow('disk');
  expect(broken.steps).toEqual(['exit']);
});

test('other ways to end the process run only after consent, and after everything is on disk', async () => {
  let says = false;
  const { leave, leaving: life, steps } = quit({ countRunning: async () => 1, ask: async () => says });
  const finish = () => void steps.push(`install, drained ${life.isDrained}`);
  await leave({ finish });
  expect(steps).toEqual([]);
  says = true;
  await leave({ finish });
  expect(steps).toEqual(['pages', 'core', 'install, drained true']);
});

test('a start during quit shows nothing and is repeated after the exit', async () => {
  const { leave, handleSecondStart, steps } = quit({
    closePages: async () => void steps.push(`shown ${handleSecondStart()}`),
  });
  expect(handleSecondStart()).toBe(true);
  await leave();
  expect(steps).toEqual(['shown false', 'core', 'exit to a new start']);
  const ending = quit();
  const left = ending.leave({ isSilent: true });
  ending.handleSecondStart();
  await left;
  expect(ending.steps.at(-1)).toBe('exit');
});

test('running exchanges are those that the core still receives', async () => {
  const list = ({ outcome }: { outcome?: string }) => (outcome === 'running' ? [{}, {}] : [{}, {}, {}]);
  expect(await countRunning({ exchanges: { list } as never })).toBe(2);
});
