import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { openAt } from './open-at.ts';

const root = path.join(import.meta.dirname, '../../..');

/** A browser host of its own for one test: own process, own data folder, own port. */
export interface Patchbay {
  /** The printed address with its token; another one after each start. */
  address(): string;
  dataFolder: string;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts `patchbay serve` and waits for the one line it prints. */
export async function startPatchbay(): Promise<Patchbay & { close(): Promise<void> }> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'patchbay-journey-'));
  let child: ChildProcess | undefined;
  let address = '';

  const kill = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    const started = spawn(process.execPath, [path.join(root, 'bin/patchbay.mjs'), 'serve', '--no-open'], {
      env: { ...process.env, PATCHBAY_DATA_DIR: dataFolder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let talk = '';
    started.stderr.on('data', (bytes: Buffer) => {
      talk += bytes.toString();
    });
    address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        const found = /^Patchbay is running at (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
        else reject(new Error(`unexpected line on stdout: ${line}`));
      });
      started.once('exit', (code) => reject(new Error(`patchbay serve ended with ${code}: ${talk}`)));
    });
  };
  await start();
  return {
    address: () => address,
    dataFolder,
    kill,
    start,
    async close() {
      await kill();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A test with a host of its own, on a page whose console must stay free of errors. */
export const test = base.extend<{ patchbay: Patchbay; consoleErrors: string[] }>({
  patchbay: async ({ page }, use) => {
    const patchbay = await startPatchbay();
    await use(patchbay);
    // A page that outlives its host would report the lost line as an error.
    await page.goto('about:blank');
    await patchbay.close();
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until a panel stands: the frame shows its name and its heading at once, what is in it comes with its code. */
export async function panelIsThere(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('main', { name, exact: true });
  await expect(panel).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-busy', 'true');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** Waits until what was done in a page is with the core: another tab, opened anew, shows it. */
export async function isKept(page: Page, patchbay: Patchbay, look: (tab: Page) => Promise<void>): Promise<void> {
  const other = await page.context().newPage();
  await expect(async () => {
    // The address differs from the last one only in its hash, which alone would load nothing.
    await other.goto('about:blank');
    await other.goto(patchbay.address());
    await look(other);
  }).toPass();
  await other.close();
}

/** Waits until the text that stands in the composer is with the core. */
export async function unsentIsKept(page: Page, patchbay: Patchbay): Promise<void> {
  const message = (tab: Page) => tab.getByRole('textbox', { name: 'Message' });
  const text = await message(page).inputValue();
  await isKept(page, patchbay, async (tab) => {
    await expect(message(tab)).toBeVisible();
    expect(await message(tab).inputValue()).toBe(text);
  });
}

/** Opens the page where the demo gateway runs already, in an empty chat. How a person starts it: see the first run. */
export async function openDemoChat(page: Page, patchbay: Patchbay): Promise<void> {
  await openAt(page, patchbay);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}

export { expect };
