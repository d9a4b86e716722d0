import type { Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type { ReplyOutgoing, WrittenReply } from '../answering/responder.ports.ts'
import { deliverReply } from './deliver-reply.ts'
import type { PendingReply } from './reply.ts'

/** Delivers a reply that a check refuses, and tells what is done with it. */
async function delivered(refusal: Refusal | null, given: Partial<WrittenReply>, isShown = false) {
  const done: string[] = []
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
    ...given,
  } as WrittenReply
  const outgoing: Partial<ReplyOutgoing> = {
    mayLeave: async () => refusal,
    handOver: async ({ mayHaveLeft }) =>
      refusal === null
        ? { kind: 'taken' }
        : mayHaveLeft
          ? { kind: 'failed' }
          : { kind: 'withheld', refusal },
    mark: async (_reply, mayHaveLeft) => void done.push(`marked ${mayHaveLeft}`),
    drop: async (_reply, reason) => void done.push(`dropped: ${reason}`),
  }
  const delivery = await deliverReply(
    {
      outgoing: outgoing as ReplyOutgoing,
      presence: {
        isOpen: () => true,
        showPresence: async (_device, _jid, presence) => void done.push(presence),
      },
      clock: createFakeClock(),
    },
    { message } as PendingReply,
    {
      signal: new AbortController().signal,
      rest: async () => {},
      waitForService: async (_service, call) => call(),
    },
    { isShown: async () => isShown, begin: async () => void done.push('begins') },
  )
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
  const [, ...seen] = await delivered(refusal, given, true)
  expect(seen).toEqual(done)
})
