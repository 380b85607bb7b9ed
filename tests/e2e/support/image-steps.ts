import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import type { Patchbay } from '../../support/patchbay-process.ts';
import { openAt } from './open-at.ts';
import { parameter, sendParameter } from './parameters.ts';
import { expect, panelIsThere } from './patchbay.ts';

export const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
export const gallery = (page: Page) => page.getByRole('listbox', { name: 'Gallery' });
export const cards = (page: Page) => gallery(page).getByRole('option');
export const stage = (page: Page) => page.getByRole('article');

export async function openImages(page: Page, patchbay: Patchbay): Promise<void> {
  await openAt(page, patchbay, { panel: 'images' });
  await panelIsThere(page, 'Images');
}

export async function pickModel(page: Page, id: string): Promise<void> {
  const jack = page.getByRole('button', { name: /^Model/ });
  await jack.click();
  await page.getByRole('combobox', { name: /model/i }).fill(id);
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await expect(jack).toContainText(id);
}

export async function send(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text);
  // As a user does, who waits for the button to become enabled once the model's parameters are known.
  await expect(page.getByRole('main').getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await prompt(page).press('Enter');
}

/** The generation on the stage has this state. */
export const stands = (page: Page, state: string) =>
  expect(stage(page).getByText(state, { exact: true }).first()).toBeVisible({ timeout: 30_000 });

export const isDrawn = (imageBytes: Locator) =>
  expect.poll(() => imageBytes.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

/** A parameter of the right column: sent, with the given value. */
export async function setNumber(page: Page, name: string, value: number): Promise<void> {
  const row = parameter(page, name);
  await sendParameter(page, name);
  await row.getByRole('textbox', { name }).fill(String(value));
  await row.getByRole('textbox', { name }).press('Tab');
}

/** A PNG of one color; with `alpha` below 255 it is transparent throughout. */
export function pngOf(width: number, height: number, alpha = 255): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, Buffer.from([40, 90, 160, alpha]))]);
  const chunk = (name: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(bytes.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A gray BMP: browsers decode it, and edit routes do not take it. */
export function bmpOf(width: number, height: number): Buffer {
  const headBytes = 54;
  const file = Buffer.alloc(headBytes + Math.ceil((width * 3) / 4) * 4 * height, 0x78);
  file.fill(0, 0, headBytes);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(headBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

export async function addInput(page: Page, name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add images' }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}
