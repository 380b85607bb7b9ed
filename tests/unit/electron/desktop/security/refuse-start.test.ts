import { expect, test } from 'vitest';
import { refuseStart } from '../../../../../electron/desktop/security/forbidden-switches.ts';

/** The steps of a refusal, in order. Becoming ready is a separate step. */
async function refuse(
  switches: string[],
  {
    isPackaged = true,
    isTTY = false,
    platform = 'linux',
  }: { isPackaged?: boolean; isTTY?: boolean; platform?: NodeJS.Platform } = {},
) {
  const steps: string[] = [];
  refuseStart(switches, {
    app: {
      isPackaged,
      exit: (code) => void steps.push(`exit ${code}`),
      whenReady: async () => void steps.push('ready'),
    },
    dialog: { showErrorBox: (title, text) => void steps.push(`box ${title}: ${/--\S+?(?=[,:])/.exec(text)?.[0]}`) },
    process: { stderr: { isTTY, write: () => steps.push('stderr') > 0 }, platform },
  });
  await Promise.resolve();
  return steps;
}

test('a package that was started without a terminal shows why it exits', async () => {
  expect(await refuse(['no-sandbox'])).toEqual([
    'stderr',
    'ready',
    'box Patchbay did not start: --no-sandbox',
    'exit 2',
  ]);
  expect(await refuse(['proxy-server'], { platform: 'win32' })).toEqual([
    'stderr',
    'box Patchbay did not start: --proxy-server',
    'exit 2',
  ]);
});

test.each([
  ['in a terminal', { isTTY: true }],
  ['from the source folder', { isPackaged: false }],
])('a refusal %s is a line of stderr', async (_where, facts) => {
  expect(await refuse(['no-sandbox'], facts)).toEqual(['stderr', 'exit 2']);
});

test('an app with a debugger or injected code does not stay alive for a message box', async () => {
  expect(await refuse(['no-sandbox', 'remote-debugging-port'])).toEqual(['stderr', 'exit 2']);
});
