import type { AiProvider } from '@kirim/contract/settings'

export interface SettingsTables {
  ai_settings: AiSettingsTable
}

export interface AiSettingsTable {
  user_id: string
  provider: AiProvider
  model: string
  base_url: string
  /** Null when the provider needs no key. */
  sealed_key: string | null
  monthly_limit: number | null
  /** The month that `used_count` counts, as `YYYY-MM` in UTC. */
  used_month: string
  used_count: number
}
