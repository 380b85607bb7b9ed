/** Problems of a file, found before it is sent. */
export const audioFaults = {
  empty: 'The file is empty. Choose another one.',
  page: 'The file is a web page, not a sound. Perhaps a download saved an error page under this name.',
  'not-sound': 'The bytes are of no sound format that is known here. The gateway will most likely refuse them.',
  'no-track': 'The file has no sound track.',
  'broken-wav': 'The WAV header is broken: it has no format, or no samples follow it. Export the audio again.',
  'short-wav': 'The WAV header promises more sound than there is: the file was cut off. What is there can be sent.',
  'odd-wav':
    'The WAV header contradicts the file: what is shown of its length and rate may be wrong, and a service may hear noise. Save the sound anew.',
  undecodable: "This browser can't decode the audio, so it isn't drawn and can't be trimmed. It can still be sent.",
  stuck:
    'Decoding was stopped: the decoder made no progress for 10 s. The file is probably damaged. It can still be sent.',
  silent: 'The sound is silent. Check the microphone or the recording; services invent words for silence.',
  'very-short': 'The sound is shorter than 0.1 s. Many services refuse that.',
};

/** Why a parameter does not fit the selected model or format. */
export const audioMismatches = {
  'format-not-taken': 'This model is not known to take this format.',
  'needs-verbose': 'Only verbose_json has them.',
  'not-diarized': 'Models that tell speakers apart take no prompt.',
  'no-stream': 'whisper-1 ignores it.',
  'needs-json': 'Only json of the newer models has them.',
  'only-diarize': 'Only for models that tell speakers apart.',
  'value-missing': 'Give it a value, or take the tick away.',
  'plain-voice': 'tts-1 does not know it.',
};
