import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { bodyFile } from '#core/export/exports.ts';
import { recordedFacts } from '../store/records/recorded-facts.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each<[string | null, string | Buffer, string, string]>([
  ['application/json; charset=utf-8', '{"a":1}', 'json', 'application/json'],
  ['application/problem+json', '{"a":1}', 'json', 'application/problem+json'],
  ['text/event-stream', 'data: 1\n\n', 'sse', 'text/event-stream'],
  ['text/event-stream', '{"error":{}}', 'json', 'application/json'],
  ['text/plain', ': ping\n\ndata: 1\n\n', 'sse', 'text/event-stream'],
  ['text/plain', 'Hello', 'txt', 'text/plain'],
  ['text/html', '<!DOCTYPE html>', 'html', 'text/html'],
  [null, '<!doctype html><p>', 'html', 'text/html'],
  [null, '  [1]', 'json', 'application/json'],
  [null, hex('00 01 02'), 'bin', 'application/octet-stream'],
  ['audio/mpeg', hex('52494646 24000000 57415645'), 'wav', 'audio/wav'],
  ['audio/mpeg', hex('fffb9064'), 'mp3', 'audio/mpeg'],
  ['audio/mpeg', hex('4f676753 0002'), 'ogg', 'audio/ogg'],
  ['application/octet-stream', hex('89504e47 0d0a1a0a'), 'png', 'image/png'],
  ['audio/pcm', hex('0001 0002'), 'pcm', 'audio/pcm'],
  ['application/octet-stream', hex('00000018 66747970 6d703432'), 'mp4', 'video/mp4'],
  ['video/mp4', hex('00000018 66747970 6d703432'), 'mp4', 'video/mp4'],
  ['text/vtt', 'WEBVTT', 'vtt', 'text/vtt'],
  ['text/x-unknown', 'x', 'txt', 'text/x-unknown'],
  ['application/x-odd', hex('01'), 'bin', 'application/x-odd'],
])('a body that is called %s', (mediaType, first, ending, type) => {
  const facts = recordedFacts({
    routeId: 'audio.speech',
    response: { status: 200, statusText: '', httpVersion: '1.1', headers: [], bodyBytes: 1, mediaType },
  });
  expect(bodyFile(facts, 'response', Buffer.from(first as string), 'now')).toEqual({
    name: `audio-speech-response-now.${ending}`,
    type,
  });
});

test('the recorded body of a form is text', () => {
  const request = { headers: [], bodyBytes: 1, mediaType: 'multipart/form-data; boundary=x' };
  expect(bodyFile(recordedFacts({ request }), 'request', Buffer.from('--x'), 'now')).toEqual({
    name: 'chat-completions-request-now.txt',
    type: 'multipart/form-data',
  });
});
