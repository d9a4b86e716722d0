/**
 * Why something outside did not go well, by code:
 * the values of `{reason}` in refusals, and what a tried API call says.
 */

export const linkReasons = {
  unreachable: 'the network cannot be reached',
  refused: 'the network refused it',
} as const

export const apiReasons = {
  address_refused:
    'This address belongs to a private network, which this server is not allowed to call.',
  no_such_host: 'There is no server with this name.',
  unreachable: 'The server could not be reached, or it broke off the connection.',
  certificate: "The server's certificate is not valid.",
  timeout: 'The server did not answer within 5 seconds.',
  too_large: 'The answer is larger than 256 KB.',
  too_many_redirects: 'The address redirects more than 3 times.',
  redirect_refused: 'The address redirects to another server, to which the body is not sent.',
  redirect_not_web: 'The address redirects to something that is not a web address.',
  invalid: 'The address or a header is not valid once its placeholders are filled in.',
  body_not_json: 'The body is not valid JSON.',
  answer_not_json: 'The answer is not JSON.',
  status: 'The server answered with status {status}.',
  calls_used_up:
    'The API and AI calls of your account for today are used up. The next day begins at midnight UTC.',
} as const

export const aiReasons = {
  nothing_there: 'nothing answers at this address.',
  broken_off: 'it broke off the connection.',
  no_such_host: 'there is no server with this name.',
  address_refused: 'this server is not allowed to call private networks.',
  timeout: 'it did not answer in time.',
  failed: 'the connection failed.',
  status: 'it answered with status {status}.',
} as const
