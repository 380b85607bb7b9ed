import type { levels as EnglishLevels, meanings as EnglishMeanings } from './verdicts-en.ts';

export const meanings: typeof EnglishMeanings = {
  works: '接口返回了真实的响应。',
  'works-with-warnings': '有响应，但响应中有异常之处。',
  exists: '一个必然被拒绝的请求被拒绝了，方式足以证明接口存在。没有生成任何内容。',
  'key-refused': '网关不接受此密钥。',
  'key-missing': '网关要求提供密钥，但请求未携带密钥。',
  'key-style': '此原生接口不接受密钥的发送方式；/v1 接受此密钥。',
  forbidden: '网关认识此密钥，但不允许它访问这里。',
  quota: '此密钥的余额或额度已用完。',
  'route-absent': '网关没有此接口。',
  'model-not-on-route': '网关不在此接口上提供此模型。',
  'parameter-refused': '网关拒绝了一个真实的请求。',
  'upstream-down': '网关或其上游服务出错，或无法连接。',
  overloaded: '请求过多，或暂无容量。',
  'timed-out': '在时限内没有完整的响应。',
  'shape-unexpected': '收到了响应，但不像此接口的响应。',
  unclear: '响应既不能证明接口可用，也不能证明不可用。',
  'not-tried': '没有为此单元格发送请求。',
  'skipped-costly': '真实请求可能费用很高，已跳过。',
};

export const levels: typeof EnglishLevels = {
  free: {
    name: '免费',
    does: '读取列表，并发送网关在运行模型之前就会拒绝的请求。',
    proves: '证明接口存在。不会生成任何内容。',
  },
  cheap: {
    name: '低成本',
    does: '向每个路由发送最小的真实请求，只有几个 token。',
    proves: '证明路由背后的模型有响应。',
  },
  full: {
    name: '完整',
    does: '向每个路由发送真实请求，支持流式的路由使用流式。',
    proves: '证明流能正常结束，响应的结构正常。',
  },
};
