import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import type { ListShape } from '#shared/list/list-view.ts'

/** A search finds a name or a number, with or without its plus sign. */
export const numberShape: ListShape<AiDeviceSummary, never> = {
  words: ({ name, number }) => [name, `+${number}`],
  columns: {},
}
