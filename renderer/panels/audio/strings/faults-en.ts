/** Problems of a file, found before it is sent. */
export const audioFaults = {
  empty: 'The file has 0 bytes. Choose another one.',
  page: 'The file is a web page, not audio. A download may have saved an error page under this name.',
  'not-sound': 'Unrecognized audio format. The gateway will most likely reject the file.',
  'no-track': 'The file has no audio track.',
  'broken-wav': 'The WAV header is damaged: it has no format, or no samples follow it. Export the audio again.',
  'short-wav': 'The file is shorter than its WAV header says. You can send the part that exists.',
  'odd-wav':
    'The WAV header contradicts the file, so the duration and sample rate shown here may be wrong. Export the audio again.',
  undecodable: 'This browser can’t decode the audio, so there is no waveform and no trimming. You can still send it.',
  stuck: 'Decoding stopped after 10 s without progress. The file is probably damaged. You can still send it.',
  silent: 'The audio is silent. Check your microphone or the file: models often invent words for silence.',
  'very-short': 'The audio is shorter than 0.1 s. Many providers reject that.',
};

/** Why a parameter does not fit the selected model or format. */
export const audioMismatches = {
  'format-not-taken': 'This model may not support this format.',
  'needs-verbose': 'Requires response_format verbose_json.',
  'not-diarized': 'Diarization models don’t support a prompt.',
  'no-stream': 'whisper-1 ignores this.',
  'needs-json': 'Requires a newer model and response_format json.',
  'only-diarize': 'For diarization models only.',
  'value-missing': 'Enter a value or turn this off.',
  'plain-voice': 'tts-1 doesn’t support this.',
};
