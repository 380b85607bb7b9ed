import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../client/client.ts';
import { ask } from '../client/query.ts';
import { takeToken } from '../client/token.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';

export interface UploadOptions {
  /** Bytes sent so far, and the total. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a file to the core. On the desktop a file on disk is admitted by its path, without a copy; anything else is
 * streamed once. Rejects with an `AppError`; `aborted` when the signal fired.
 */
export async function admitFile(file: File, { onProgress, signal }: UploadOptions = {}): Promise<FileRef> {
  const admission = await window.host?.admit(file);
  if (signal?.aborted) throw new AppError(stopped());
  if (admission?.kind === 'admitted') return admission.file;
  if (admission?.kind === 'refused') throw new AppError(admission.failure);
  return upload(file, { ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) });
}

/** `fetch` reports no upload progress; `XMLHttpRequest` does, and streams a `File` from disk as well. */
function upload(file: File, { onProgress, signal }: UploadOptions): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/files');
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name || 'file'));
    const token = takeToken();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => {
      const failed = uploadFailure(request);
      if (failed) reject(new AppError(failed));
      else resolve(JSON.parse(request.responseText) as FileRef);
    };
    request.onerror = () => reject(new AppError(notTaken(0)));
    request.onabort = () => reject(new AppError(stopped()));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Returns why the host refused the file, or `null`. A refusal without a failure in it is named by its status. */
function uploadFailure({ status, responseText }: XMLHttpRequest): Failure | null {
  try {
    const answer: unknown = JSON.parse(responseText);
    if (status < 300) return null;
    if (typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer)
      return { ...notTaken(status), ...(answer as Failure) };
  } catch {
    // Not JSON: only the status is known.
  }
  return notTaken(status);
}

const stopped = () => failureText('aborted', strings().pieces.files.stopped);
const notTaken = (status: number): Failure => ({
  ...failureText('storage', strings().pieces.files.notTaken(status)),
  retryable: true,
});

/** Opens the browser's own file dialog; empty when the user cancelled. */
export function chooseFiles({
  accept,
  multiple = true,
}: {
  accept?: string;
  multiple?: boolean;
} = {}): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = multiple;
    if (accept) input.accept = accept;
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/**
 * Saves a stored file for the user: with the host's own save dialog where there is one, else as a download. Returns the
 * name it was saved under, or `null` when the user cancelled.
 */
export async function saveFile(file: FileRef): Promise<string | null> {
  const { capabilities } = await ask('host', 'info', {});
  if (capabilities.dialogs) return client.files.save({ id: file.id });
  const link = document.createElement('a');
  link.href = await client.files.link({ id: file.id });
  link.download = file.name;
  link.click();
  return file.name;
}
