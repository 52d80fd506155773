/** Tells what kind of error one is that has no HTTP status: an error in a stream, or in an answer with status 200. */
import { headText } from '../../base/common/cut.ts';
import { scalarText } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';
import { MAX_SIGN, recordsOf, wordFields } from './errorWords.ts';
import { isNoCredit, isNoSuchModel, type StatusOrigin } from './statusFailure.ts';

export interface ErrorStatus {
  readonly status: number | undefined;
  readonly origin: StatusOrigin;
}

const numberFields = ['code', 'status', 'status_code', 'statusCode', 'http_code', 'error_code', 'errorCode'];
const signFields = [
  'code',
  'type',
  'status',
  '__type',
  'Code',
  'error_type',
  'errorType',
  'errorcode',
  'error_code',
  'error',
  'result',
];

/** Length of the words that are searched. */
const MAX_READ = 16_000;

export function statusOfError(error: unknown, words: string): ErrorStatus {
  const records = recordsOf(error);
  const vendor = records.map(vendorStatus).find((status) => status !== undefined);
  if (vendor !== undefined) return { status: vendor, origin: 'words' };
  const numbers = records.flatMap((record) => numberFields.map((field) => Number(scalarText(record[field]))));
  const texts = records.flatMap((record) => [...wordFields, 'error', 'detail'].map((field) => record[field]));
  const named = [...numbers, ...texts.map(leadingStatus)].find((value) => value >= 400 && value < 600);
  if (named !== undefined) return { status: named, origin: 'body' };
  const signs = records
    .flatMap((record) => signFields.map((field) => record[field]))
    .filter((sign) => typeof sign === 'string' && sign.length <= MAX_SIGN)
    .join(' ');
  return { status: first(bySign, signs) ?? statusOfWords(words), origin: 'words' };
}

/** Returns the status that a text means, or undefined if it does not say. */
export function statusOfWords(words: string): number | undefined {
  const number = leadingStatus(words);
  if (number > 0) return number;
  if (isNoCredit(words)) return 402;
  if (isNoSuchModel(words)) return 404;
  return first(byWords, headText(words, MAX_READ));
}

/** Returns the status with which a text begins, such as "Error code: 400", or NaN. */
function leadingStatus(text: unknown): number {
  const begin = /^[\s<([]*(?:error(?: code)?:? |http(?: error)? |status(?: code)?:? ?)?([45]\d\d)\b/i;
  return Number(typeof text === 'string' ? begin.exec(text)?.[1] : undefined);
}

type Row = readonly [status: number, pattern: RegExp];

function first(rows: readonly Row[], text: string): number | undefined {
  return rows.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Codes of OpenAI, Anthropic, Google, AWS, Azure, Alibaba, Tencent, and gateways to them. */
const bySign: readonly Row[] = [
  [402, /insufficient_?(?:user_?)?(?:quota|balance|credit|funds)|billing|payment_?required|arrearage/i],
  [
    429,
    /rate_?limit|too_?many_?requests|throttl|request_?limit_?exceeded|limit_?requests|resource_?exhausted|quota_?exceeded|concurrency/i,
  ],
  [503, /overloaded|unavailable|server_?busy|at_?capacity|engine_?busy/i],
  [504, /deadline_?exceeded|time_?out/i],
  [
    401,
    /authentication|api_?key|unauthenticated|unauthorized(?!_?operation)|auth_?failure|unrecognized_?client|invalid_?(?:client|token|auth)|(?:expired|security)_?token|invalid_?signature/i,
  ],
  [403, /permission|forbidden|access_?denied|unauthorized_?operation/i],
  [404, /not_?found|no_?such_?model|unknown_?model/i],
  [
    400,
    /invalid_?(?:request|param|arg|prompt|value|schema|image|input|json)|bad_?request|validation|content_?filter|data_?inspection|content_?policy|moderation|sensitive|unsupported|missing_?param|context_?length|too_?large/i,
  ],
  [500, /internal|server_?error|api_?error/i],
];

/** Words of errors that have no code. */
const byWords: readonly Row[] = [
  [
    429,
    /rate.?limit|too many requests|throttl|(?:calls|requests|tokens) ?(?:\/|per) ?(?:second|minute)\b|\b(?:qps|rpm|tpm)\b|request limit reached|limit of concurrent|请求过于频繁|限流|频率|并发/i,
  ],
  [
    401,
    /(?:invalid|incorrect|wrong|missing|expired|bad|no) (?:api[- ]?key|apikey|(?:access |auth(?:entication)? )?token|credentials)|\b(?:api[- ]?key|access token|credentials?|token)\b.{0,30}\b(?:invalid|not valid|incorrect|expired|missing|required|not provided|not found)|unauthori[sz]ed|unauthenticated|authentication (?:failed|fails|error|required)|login fail|无效的?(?:令牌|密钥|api)|(?:令牌|密钥|api ?key).{0,10}(?:无效|过期|错误|不正确)|(?:鉴权|认证)失败|未授权/i,
  ],
  [
    503,
    /overload|at capacity|over capacity|\bbusy\b|(?:service|server|model|temporarily) (?:is )?(?:currently )?(?:unavailable|loading|starting)|繁忙|过载|稍后再?重?试/i,
  ],
  [403, /\bforbidden\b|(?:permission|access) (?:is )?denied|not permitted|no permission|没有权限|无权/i],
  [
    400,
    /(?:invalid|bad|malformed|illegal|unsupported|missing) (?:request|param|argument|value|schema|json|input|field|tool|message|role|body)|is not supported|is required|validation error|inappropriate content|参数(?:错误|不合法|无效)|敏感/i,
  ],
];

/** Returns the status for a number of a vendor, which has its place in the form of that vendor alone. */
function vendorStatus(error: Fields): number | undefined {
  const { status_code: miniMax, status_msg: said, error_code: baidu, status: iFlow, code: zhipu } = error;
  if (said !== undefined) return statusIn(miniMaxCodes, miniMax);
  if (error['error_msg'] !== undefined) return statusIn(baiduCodes, baidu);
  if (typeof iFlow === 'string' && error['msg'] !== undefined) return statusIn(iFlowCodes, iFlow);
  return typeof zhipu === 'string' ? statusIn(zhipuCodes, zhipu) : undefined;
}

type Codes = Readonly<Record<string, number>>;

function statusIn(codes: Codes, code: unknown): number | undefined {
  const name = scalarText(code);
  return Object.hasOwn(codes, name) ? codes[name] : undefined;
}

const miniMaxCodes: Codes = {
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1013: 503,
  1026: 400,
  1027: 400,
  1039: 429,
  1041: 429,
  2013: 400,
  2049: 401,
  2056: 429,
};
const baiduCodes: Codes = {
  2: 503,
  4: 429,
  6: 403,
  17: 402,
  18: 429,
  19: 402,
  110: 401,
  111: 401,
  336000: 503,
  336001: 400,
  336003: 400,
  336100: 503,
  336501: 429,
  336502: 429,
  336503: 429,
};
const iFlowCodes: Codes = { 434: 401, 439: 401, 449: 429 };
const zhipuCodes: Codes = {
  1000: 401,
  1001: 401,
  1002: 401,
  1003: 401,
  1004: 401,
  1113: 402,
  1210: 400,
  1211: 404,
  1213: 400,
  1214: 400,
  1261: 400,
  1301: 400,
  1302: 429,
  1303: 429,
  1305: 503,
};
