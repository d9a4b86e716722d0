import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import type { ItemFormValues } from '../item-form-values.ts'

export const NEW_API_REST: ApiRestConfig = {
  method: 'GET',
  url: '',
  headers: [],
  body: '',
  fields: [],
  fallbackText: '',
}

/** The names allowed in `[api.…]` in the item's texts; none while API Rest Data is disabled. */
export function apiFieldsOf(
  values: Pick<ItemFormValues, 'apiRestDataStatus' | 'apiRest'>,
): readonly string[] {
  if (values.apiRestDataStatus !== 'enabled') return []
  return [...new Set(values.apiRest?.fields.map(({ name }) => name))]
}

/** Whether the form's configuration differs from the stored one. */
export function apiRestChanged(now: ApiRestConfig | null, kept: ApiRestConfig | null): boolean {
  return now !== null && JSON.stringify(now) !== JSON.stringify(kept)
}
