import { errors } from './errors.ts'
import { type CodedText, type ErrorParams, fillText } from './refusals.ts'

/**
 * Why an external service failed, by code: the values of `{reason}` in refusals, and the result of
 * a tested API call.
 */
export const reasonTexts = {
  link_unreachable: 'WhatsApp cannot be reached',
  link_unreachable_coded: 'WhatsApp answered with an error ({code})',
  link_refused: 'WhatsApp refused it',
  link_refused_coded: 'WhatsApp refused it ({code})',
  pairing_refused: 'WhatsApp did not issue a pairing code for this number',
  pairing_refused_coded: 'WhatsApp did not issue a pairing code for this number ({code})',
  link_proxy_unreadable: 'the saved proxy password cannot be read; set the proxy again',
  link_outdated: 'WhatsApp requires a newer client ({code}); update Kirim',
  api_address_refused:
    'This address belongs to a private network, which this server is not allowed to call.',
  api_no_such_host: 'There is no allowed server with this name.',
  api_unreachable: 'The server could not be reached, or it closed the connection.',
  api_certificate: "The server's certificate is not valid.",
  api_timeout: 'The server did not answer within 5 seconds.',
  api_too_large: 'The answer is larger than 256 KB or has more than 20,000 values.',
  api_too_many_redirects: 'The address redirects more than 3 times.',
  api_redirect_refused: 'The address redirects to another server, to which the body is not sent.',
  api_redirect_not_web: 'The address redirects to something that is not a web address.',
  api_invalid: 'The address or a header is not valid once its placeholders are filled in.',
  api_body_not_json: 'The body is not valid JSON.',
  api_answer_not_json: 'The answer is not JSON.',
  api_path_invalid: errors.api_rest_path_invalid.text,
  api_status: 'The server answered with status {status}.',
  api_calls_used_up:
    'Your account has used all its API and AI calls for today. The limit resets at midnight UTC.',
  proxy_unreachable: 'it cannot be reached. Check its address and port.',
  proxy_silent: 'it does not answer.',
  proxy_of_another_kind: 'the server there is not a proxy of this kind.',
  proxy_certificate: 'its certificate is not valid.',
  proxy_sign_in: 'it refuses the user name or password.',
  proxy_blocks: 'WhatsApp cannot be reached through it.',
  proxy_address_refused: 'this server is not allowed to call private networks.',
  proxy_network_status: 'WhatsApp answered through it with status {status}.',
  proxy_network_silent: 'WhatsApp did not answer through it.',
  proxy_not_genuine: 'the server behind it is not WhatsApp: the certificate does not match.',
  ai_key_unsendable: 'it contains characters that an API key cannot have.',
  ai_no_provider: 'the server at this address is not an AI provider.',
  ai_nothing_there: 'nothing answers at this address.',
  ai_broken_off: 'it closed the connection.',
  ai_no_such_host: 'there is no allowed server with this name.',
  ai_address_refused: 'this server is not allowed to call private networks.',
  ai_timeout: 'it did not answer in time.',
  ai_failed: 'the connection failed.',
  ai_status: 'it answered with status {status}.',
} as const

export type ReasonCode = keyof typeof reasonTexts

/** A reason by its code, with its values. */
export interface Reason extends CodedText {
  code: ReasonCode
}

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(reasonTexts, code)
}

/** The English text of a reason. */
export function reasonText({ code, params }: Reason): string {
  return fillText(reasonTexts[code], params)
}

/**
 * The params of a refusal with a reason: its English text and, for a known reason, its code for
 * translation. A plain string is the wording of an external service.
 */
export function reasonParams(reason: Reason | string): ErrorParams {
  if (typeof reason === 'string') return { reason }
  return { ...reason.params, reason: reasonText(reason), reasonCode: reason.code }
}
