import type { audioFaults as english } from './faults-en.ts';

/** Problems of a file, found before it is sent. */
export const audioFaults: typeof english = {
  empty: '文件是空的，请换一个文件。',
  page: '这个文件是网页，不是声音。可能是下载时把错误页面存成了这个文件名。',
  'not-sound': '内容不是任何已知的声音格式，网关很可能会拒绝。',
  'no-track': '文件里没有音轨。',
  'broken-wav': 'WAV 文件头已损坏：没有格式信息，或后面没有采样数据。请重新导出音频。',
  'short-wav': 'WAV 文件头标明的长度大于实际内容：文件被截断了。现有的部分可以发送。',
  'odd-wav': 'WAV 文件头与文件内容矛盾：这里显示的时长和采样率可能不对，服务听到的可能是噪声。请重新保存这段声音。',
  undecodable: '此浏览器无法解码这段音频，因此不显示波形，也无法裁剪。仍可以发送。',
  stuck: '解码已中止：解码器 10 秒内没有任何进展，文件很可能已损坏。仍可以发送。',
  silent: '这段声音是静音。请检查麦克风或录音；遇到静音，服务可能会凭空编出文字。',
  'very-short': '声音不足 0.1 秒，许多服务会拒绝。',
};
