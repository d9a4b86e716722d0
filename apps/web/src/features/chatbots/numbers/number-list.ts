import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import type { ListShape } from '#shared/list/list-view.ts'

/** Searches names and numbers, with or without the plus sign. */
export const numberShape: ListShape<AiDeviceSummary, never> = {
  words: ({ name, number }) => [name, `+${number}`],
  columns: {},
}
