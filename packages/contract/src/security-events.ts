/** The events that the security log records: calls that name one, and refused calls for admins. */
export const SECURITY_EVENTS = [
  'sign_in',
  'sign_out',
  'registration',
  'password_change',
  'reset_link_made',
  'reset_link_used',
  'invitation_made',
  'invitation_revoked',
  'member_changed',
  'quota_changed',
  'registration_mode_changed',
  'member_deleted',
  'admin_call',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]
