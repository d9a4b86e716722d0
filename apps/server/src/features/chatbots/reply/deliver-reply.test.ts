import type { Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type { ReplyOutgoing, WrittenReply } from '../responder.ports.ts'
import { deliverReply, UNSETTLED_MAX_MS } from './deliver-reply.ts'
import type { PendingReply } from './reply.ts'

interface World {
  /** Whether people notice that they are answered. */
  readonly isShown: boolean
  readonly isResting: boolean
  /** Nothing can be sent. */
  readonly fault: Error
  /** The connection is lost with it. */
  readonly isLost: boolean
}

/** Delivers a reply that a check may refuse, and tells what is done with it. */
async function delivered(
  refusal: Refusal | null,
  given: Partial<WrittenReply>,
  { isShown = false, isResting = false, ...network }: Partial<World> = {},
) {
  const done: string[] = []
  const clock = createFakeClock()
  let isOpen = true
  const message = {
    deviceId: 'd',
    messageId: 'm',
    jid: 'j',
    state: 'pending',
    attempts: 0,
    marked: true,
    mayHaveLeft: false,
    presence: null,
    presenceSeconds: 0,
    createdAt: clock.now(),
    ...given,
  } as WrittenReply
  const outgoing: Partial<ReplyOutgoing> = {
    mayLeave: async () => refusal,
    isResting: () => isResting,
    async handOver({ mayHaveLeft }) {
      isOpen = !network.isLost
      if (network.fault) throw network.fault
      if (refusal === null) return { kind: 'taken' }
      return mayHaveLeft ? { kind: 'failed' } : { kind: 'withheld', refusal }
    },
    record: async (_device, words) =>
      void done.push(...words.map(({ status, reason }) => `${status}: ${reason}`)),
    mark: async (_reply, mayHaveLeft) => void done.push(`marked ${mayHaveLeft}`),
    drop: async (_reply, reason) => void done.push(`dropped: ${reason}`),
  }
  const delivery: string = await deliverReply(
    {
      outgoing: outgoing as ReplyOutgoing,
      presence: {
        isOpen: () => isOpen,
        showPresence: async (_device, _jid, presence) => void done.push(presence),
      },
      clock,
    },
    { message } as PendingReply,
    {
      signal: new AbortController().signal,
      rest: async () => {},
      waitForService: async (_service, call) => call(),
    },
    { isShown: async () => isShown, begin: async () => void done.push('begins') },
  ).catch((error: Error) => error.message)
  return [delivery, ...done]
}

test.each([
  ['is kept for later when it refuses for now', 'campaign_off', {}, ['later', 'marked false']],
  ['is dropped when it refuses for good', 'opted_out', {}, ['dropped', 'dropped: opted_out']],
  [
    'shows no presence when it is kept',
    'campaign_off',
    { presence: 'composing' },
    ['later', 'marked false'],
  ],
  [
    'shows no presence when it is dropped',
    'item_off',
    { presence: 'composing' },
    ['dropped', 'dropped: item_off'],
  ],
  [
    'shows no presence when it may have been sent and is not sent again',
    'opted_out',
    { presence: 'composing', mayHaveLeft: true },
    ['settled'],
  ],
] as const)('a reply that a check refuses %s', async (_what, refusal, given, done) => {
  expect(await delivered(refusal, given)).toEqual(done)
})

test.each([
  ['begins before it is typed', null, { presence: 'composing' }, ['begins', 'composing', 'paused']],
  ['begins before it leaves without being typed', null, {}, ['begins']],
  ['that is refused begins nothing', 'message_deleted', {}, ['dropped: message_deleted']],
  ['that may have left and is refused begins nothing', 'opted_out', { mayHaveLeft: true }, []],
  ['that may have left begins again', null, { mayHaveLeft: true }, ['begins']],
] as const)('a reply of a number with manners %s', async (_what, refusal, given, done) => {
  const [, ...seen] = await delivered(refusal, given, { isShown: true })
  expect(seen).toEqual(done)
})

const LEFT = { mayHaveLeft: true } as const
const TYPED = { presence: 'composing', mayHaveLeft: true } as const
const OLD = { ...LEFT, createdAt: createFakeClock().now() - UNSETTLED_MAX_MS - 1 }
const FAULT = { fault: new Error('no encryption') } as const
const NOT_SENT_AGAIN = ['no encryption', 'failed: not_sent_again']

test.each<[string, Partial<WrittenReply>, Partial<World>, string[]]>([
  ['was not answered five times', { ...LEFT, attempts: 5 }, {}, ['settled', 'failed: no_answer']],
  ['was not answered four times', { ...LEFT, attempts: 4 }, {}, ['settled']],
  ['rests and would be typed', TYPED, { isResting: true }, ['later']],
  ['rests in a chat with manners', LEFT, { isResting: true, isShown: true }, ['later']],
  ['cannot be sent again within its hour', LEFT, FAULT, ['no encryption']],
  ['cannot be sent again after its hour', OLD, FAULT, NOT_SENT_AGAIN],
  ['was never sent and cannot be', { ...OLD, mayHaveLeft: false }, FAULT, ['no encryption']],
  ['loses its connection after its hour', OLD, { ...FAULT, isLost: true }, ['no encryption']],
  ['is sent again after its hour', OLD, {}, ['settled']],
])('a reply that %s', async (_what, given, world, done) => {
  expect(await delivered(null, given, world)).toEqual(done)
})
