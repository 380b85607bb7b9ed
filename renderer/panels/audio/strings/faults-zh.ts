import type { audioFaults as english, audioMismatches as englishMismatches } from './faults-en.ts';

/** Problems of a file, found before it is sent. */
export const audioFaults: typeof english = {
  empty: '文件为 0 字节，请选择其他文件。',
  page: '文件是网页，不是音频。可能是下载时把错误页面存成了这个文件名。',
  'not-sound': '无法识别的音频格式，网关很可能会拒绝。',
  'no-track': '文件中没有音轨。',
  'broken-wav': 'WAV 文件头已损坏：缺少格式信息或采样数据。请重新导出音频。',
  'short-wav': '文件比 WAV 文件头标明的长度短，可以发送现有部分。',
  'odd-wav': 'WAV 文件头与内容不一致，此处显示的时长和采样率可能有误。请重新导出音频。',
  undecodable: '此浏览器无法解码该音频，因此不显示波形，也无法裁剪，但仍可发送。',
  stuck: '解码 10 秒无进展，已停止。文件很可能已损坏，但仍可发送。',
  silent: '音频是静音，请检查麦克风或文件。模型遇到静音时常会凭空生成文字。',
  'very-short': '音频不足 0.1 秒，许多服务会拒绝。',
};

/** Why a parameter does not fit the selected model or format. */
export const audioMismatches: typeof englishMismatches = {
  'format-not-taken': '此模型可能不支持该格式。',
  'needs-verbose': '需要 response_format 为 verbose_json。',
  'not-diarized': '说话人分离模型不支持 prompt。',
  'no-stream': 'whisper-1 会忽略此参数。',
  'needs-json': '需要较新的模型，且 response_format 为 json。',
  'only-diarize': '仅适用于说话人分离模型。',
  'value-missing': '请输入值，或取消勾选。',
  'plain-voice': 'tts-1 不支持此参数。',
};
