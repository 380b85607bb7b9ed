import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import { waveFile } from '#demo/media/audio/samples.ts';
import { speak, voiceNamed } from '#demo/media/audio/speech.ts';
import type { Patchbay } from '../../support/patchbay-process.ts';
import { gatewayKey } from './gateway.ts';
import { openAt } from './open-at.ts';
import { panelIsThere, expect as usualExpect } from './patchbay.ts';

/** Audio is decoded, drawn and played in these tests: that takes longer than a button press. */
export const expect = usualExpect.configure({ timeout: 20_000 });

/** Adds the gateway and opens the audio panel. */
export async function openAudio(page: Page, patchbay: Patchbay, gateway: DemoGateway): Promise<void> {
  await openAt(page, patchbay, { panel: 'audio', gateway: { url: gateway.url, key: gatewayKey } });
  await page.getByRole('main', { name: 'Audio', exact: true }).getByRole('radio', { name: 'Transcription' }).click();
  await panelIsThere(page, 'Audio');
}

export async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  const box = page.getByRole('combobox', { name: /model/i });
  await box.fill(id);
  await box.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}

export const words = 'The quick brown fox jumps over the lazy dog near the river bank.';

/** What the demo's voice says, as a 24 kHz WAV that its recognizer transcribes. */
export function spoken(text: string, voiceName = 'alloy'): Buffer {
  const voice = voiceNamed(voiceName);
  if (!voice) throw new Error('the demo has lost a voice');
  return waveFile(speak(text, voice, 1));
}

/** Drops a file on the panel, as a user does from the desktop. */
export async function drop(page: Page, file: { name: string; type: string; bytes: Buffer }): Promise<void> {
  const given = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { name: file.name, type: file.type, base64: file.bytes.toString('base64') },
  );
  const target = page
    .getByRole('main', { name: 'Audio' })
    .getByText(/Drop an audio file|Within limits|rejected/)
    .first();
  await target.dispatchEvent('dragenter', { dataTransfer: given });
  await target.dispatchEvent('drop', { dataTransfer: given });
}

export const dropSpoken = async (page: Page, text = words, name = 'call.wav') => {
  await drop(page, { name, type: 'audio/wav', bytes: spoken(text) });
  await expect(page.getByRole('heading', { name })).toBeVisible();
};
