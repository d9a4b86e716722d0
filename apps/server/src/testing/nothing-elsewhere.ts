import type { SendingElsewhere } from '../features/campaigns/send/sending.ts'

/** There is no other node. */
export const NOTHING_ELSEWHERE: SendingElsewhere = {
  of: () => null,
  all: () => [],
  changed: () => {},
}
