import type { WACallEvent } from 'baileys'
import { expect, test } from 'vitest'
import { createCallEntries } from './call-entries.ts'
import type { Inbound } from './read-inbound.ts'

const FARAH = '60131000001@s.whatsapp.net'

const event = (status: WACallEvent['status'], more: Partial<WACallEvent> = {}): WACallEvent => ({
  ...{ id: 'C', chatId: FARAH, from: FARAH, offline: false, status },
  ...{ date: new Date(1_763_700_000_000), isVideo: true, ...more },
})

async function entriesOf(
  events: readonly (WACallEvent | 'rejected here')[],
): Promise<(Inbound['content'] | undefined)[]> {
  const kept: Inbound[] = []
  const entries = createCallEntries(async (entry) => void kept.push(entry))
  for (const one of events) {
    if (one === 'rejected here') await entries.rejected('C')
    else await entries.hear(one)
  }
  expect(kept.every(({ isQuiet, messageId }) => isQuiet && messageId === 'call-C')).toBe(true)
  return kept.map(({ content }) => content)
}

const shown = (outcome: string) => [{ special: { type: 'call', isVideo: true, outcome } }]

test.each<[string, Parameters<typeof entriesOf>[0], unknown[]]>([
  ['that nobody answers is missed', [event('offer'), event('timeout')], shown('missed')],
  ['that its caller ends is missed', [event('offer'), event('terminate')], shown('missed')],
  ['that rang while away is missed', [event('offer', { offline: true })], shown('missed')],
  ['that began before a restart is missed', [event('timeout')], shown('missed')],
  [
    'that is rejected here is rejected, however it ends',
    [event('offer'), 'rejected here', event('terminate')],
    shown('rejected'),
  ],
  ['that the phone rejects is rejected', [event('offer'), event('reject')], shown('rejected')],
  [
    'that somebody answers is the phone’s own',
    [event('offer'), event('accept'), event('terminate')],
    [],
  ],
  ['of a group is not shown', [event('offer', { isGroup: true }), event('terminate')], []],
])('a call %s', async (_how, events, entries) => {
  expect(await entriesOf(events)).toEqual(entries)
})
