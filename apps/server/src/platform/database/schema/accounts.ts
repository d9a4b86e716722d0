import type { Generated } from 'kysely'

export interface AccountsTables {
  users: UserTable
  tokens: TokenTable
  invitations: InvitationTable
  password_resets: PasswordResetTable
  known_addresses: KnownAddressTable
  server_settings: ServerSettingTable
}

/** The people who sign in. */
export interface UserTable {
  id: string
  name: string
  email: string
  /** Lower-cased; unique. */
  email_key: string
  password_hash: string
  /** Whether they are an admin of the server. */
  role: 'user' | 'admin'
  /** Written and read by nodes of earlier versions alone, as `default_country` is. */
  membership_plan: Generated<'Free' | 'Basic' | 'Pro'>
  default_country: Generated<string>
  created_at: number
  /** The workspace of requests that name none; null when they belong to none. */
  workspace_id: string | null
}

export interface TokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string
  user_id: string
  created_at: number
  expires_at: number
}

/**
 * The admin, or 'operator' for the command line; rows of versions up to 0.2 have null, and are not
 * honoured.
 */
type MadeBy = string | null

/** An open invitation; deleted when its account is created. */
export interface InvitationTable {
  id: string
  token_hash: string
  note: string
  created_at: number
  expires_at: number
  made_by: MadeBy
}

/** The only valid reset link of a member; deleted when used. */
export interface PasswordResetTable {
  user_id: string
  token_hash: string
  expires_at: number
  made_by: MadeBy
}

/**
 * The addresses an account has signed in from, as hashes keyed with the secret key, from which no
 * address can be read.
 */
export interface KnownAddressTable {
  user_id: string
  hash: string
  seen_at: number
}

/** Server-wide settings by admins. */
export interface ServerSettingTable {
  name: string
  value: string
}
