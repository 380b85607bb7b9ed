import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, panelIsThere } from './patchbay.ts';

/** What the browser of these tests resolves to this computer, and nothing else does. */
export const canaryDomain = 'canary.example';

/** A listener that must never be reached. */
export interface Canary {
  readonly port: number;
  /** Requests so far. */
  readonly heard: string[];
  close(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end();
  });
  server.on('connection', () => heard.push('a connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Names below the canary's domain that the browser looked up, in any way: its own log of all network activity. */
export function lookedUp(netLog: string, host: string): string[] {
  const text = readFileSync(netLog, 'utf8');
  return [...new Set(text.match(new RegExp(`[\\w-]+\\.${host.replaceAll('.', '\\.')}`, 'g')))];
}

/** Connects a gateway as a user does, and ends in its chat. */
export async function plugIn(page: Page, address: string, gateway: string, model: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('textbox', { name: /^Base URL, API key/ }).focus();
  const command = `curl ${gateway}/v1/chat/completions -H "Authorization: Bearer sk-hostile-0123456789" -d '{"model":"${model}"}'`;
  await page.evaluate((given) => navigator.clipboard.writeText(given), command);
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(model);
}

/** Sends a message, and waits for the end of the reply. */
export async function say(page: Page, text: string): Promise<void> {
  const answers = page.getByRole('article', { name: /^Reply from/ });
  const before = await answers.count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  // As a user does, who waits for the button to become enabled once the connection is known.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(answers).toHaveCount(before + 1);
  await expect(answers.last()).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
}

/** Watches a page for anything that ran, and for anything its policy had to block. Must be called before its first load. */
export async function watchForStrikes(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    void page.evaluate(() => Object.assign(globalThis, { struck: 'dialog' }));
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(globalThis, { stopped });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      stopped.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
}

/** What the page shows of it: nothing ran, nothing had to be blocked, nothing executable is in it. */
export const strikesOn = (page: Page) =>
  page.evaluate(() => {
    const { struck, stopped } = globalThis as unknown as { struck?: unknown; stopped: string[] };
    const armed = [...document.querySelectorAll('*')].flatMap((element) => [
      ...element
        .getAttributeNames()
        .filter((name) => name.startsWith('on') || name === 'srcdoc' || name === 'formaction')
        .map((name) => `${element.tagName} ${name}`),
      ...(/^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute('href') ?? '') ? ['a script link'] : []),
      ...(/^(iframe|object|embed|base|applet|frame|portal|meta)$/i.test(element.tagName) && !element.closest('head')
        ? [element.tagName]
        : []),
    ]);
    return { struck: struck ?? null, stopped, armed: [...new Set(armed)], frames: frames.length };
  });

export const unharmed = { struck: null, stopped: [], armed: [], frames: 0 };
