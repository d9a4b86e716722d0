import type { ErrorCode } from '@kirim/contract/errors'

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_found: 404,
  user_not_found: 404,
  device_not_found: 404,
  contact_not_found: 404,
  group_not_found: 404,
  media_not_found: 404,
  campaign_not_found: 404,
  sandbox_off: 404,
  sandbox_phone_not_found: 404,
  email_taken: 409,
  group_name_taken: 409,
  device_limit_reached: 409,
  device_needs_scan: 409,
  sandbox_no_code: 409,
  sandbox_number_taken: 409,
  sandbox_phone_linked: 409,
  sandbox_contact_unregistered: 409,
  sandbox_scan_failed: 409,
  payload_too_large: 413,
  media_too_large: 413,
  spreadsheet_too_large: 413,
  unsupported_media_type: 415,
  media_wrong_type: 415,
  not_excel: 415,
  spreadsheet_encrypted: 422,
  spreadsheet_empty: 422,
  spreadsheet_no_phone_column: 422,
  spreadsheet_unreadable: 422,
  media_unreadable: 422,
  media_unsupported: 415,
  media_too_many_pixels: 422,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  too_many_sign_ins: 429,
  internal_error: 500,
  import_interrupted: 503,
  shutting_down: 503,
}

/** The HTTP status of a refusal; 400 for what is not listed. */
export function statusOf(code: ErrorCode): number {
  return BY_CODE[code] ?? 400
}
