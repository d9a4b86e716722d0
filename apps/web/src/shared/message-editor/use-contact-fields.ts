import { type ContactField, listContactFields } from '@kirim/contract/contact-details'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

const NONE: readonly ContactField[] = []

/** The fields of the user's contacts; none while they are being loaded. */
export function useContactFields(): readonly ContactField[] {
  return useQuery(callQuery(listContactFields)).data ?? NONE
}
