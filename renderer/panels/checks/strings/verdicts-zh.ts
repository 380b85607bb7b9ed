import type { levels as EnglishLevels, meanings as EnglishMeanings } from './verdicts-en.ts';

export const meanings: typeof EnglishMeanings = {
  works: '接口返回了真实的响应。',
  'works-with-warnings': '接口有响应，但响应内容存在异常。',
  exists: '故意构造的无效请求遭到拒绝，拒绝的方式足以证明接口存在。没有生成任何内容。',
  'key-refused': '网关拒绝了密钥。',
  'key-missing': '网关要求提供密钥，但请求未携带密钥。',
  'key-style': '原生接口不接受当前的密钥发送方式；/v1 接受同一密钥。',
  forbidden: '密钥有效，但没有权限发送这一请求。',
  quota: '密钥的余额或额度已用完。',
  'route-absent': '网关没有提供这个接口。',
  'model-not-on-route': '网关不在这个接口上提供所选模型。',
  unsupported: '网关有这个接口，但在这台服务器上没有启用，或没有任何模型可用。',
  'parameter-refused': '网关拒绝了真实请求中的内容，例如某个参数。',
  'upstream-down': '网关或上游服务出错，或无法连接。',
  overloaded: '请求过于频繁，或暂无可用容量。',
  'timed-out': '在超时时间内没有收到完整的响应。',
  'shape-unexpected': '响应的格式与接口不符。',
  unclear: '响应不足以判断接口是否可用。',
  'not-tried': '没有为这个单元格发送请求。',
  'skipped-costly': '真实请求可能费用较高，已跳过。',
};

export const levels: typeof EnglishLevels = {
  free: {
    name: '免费',
    does: '读取列表，并发送网关在运行模型之前就会拒绝的请求。',
    proves: '确认哪些接口存在。文本请求最多生成 1 token，以防网关接受了请求。',
  },
  cheap: {
    name: '最小',
    does: '向每个接口发送最小的真实请求，只有几个 token。',
    proves: '确认接口背后的模型能够响应。',
  },
  full: {
    name: '完整',
    does: '向每个接口发送真实请求，支持流式的接口使用流式。',
    proves: '确认流能正常结束，响应格式符合预期。',
  },
};
