import { expect, it } from 'vitest'
import { chatOf } from '../testing/entries.ts'
import { type ChatAct, expected, undoOf } from './chat-act.ts'
import { snoozeTimes } from './snooze-times.ts'

const UNTIL = '2026-11-28T01:00:00.000Z'
const before = chatOf({ queue: 'unanswered', assignedTo: 'u2', labelIds: ['l1'] })

it.each<[ChatAct, ChatAct | null]>([
  [{ type: 'close' }, { type: 'reopen' }],
  [{ type: 'snooze', until: UNTIL }, { type: 'unsnooze' }],
  [
    { type: 'assign', personId: 'u1' },
    { type: 'assign', personId: 'u2' },
  ],
  [{ type: 'assign', personId: 'u2' }, null],
  [
    { type: 'label', labelId: 'l2' },
    { type: 'unlabel', labelId: 'l2' },
  ],
  [{ type: 'label', labelId: 'l1' }, null],
  [
    { type: 'unlabel', labelId: 'l1' },
    { type: 'label', labelId: 'l1' },
  ],
])('%j is undone by %j', (act, undo) => {
  expect(undoOf(before, act)).toEqual(undo)
  const after = expected(before, act)
  const { queue, assignedTo, labelIds } = undo ? expected(after, undo) : after
  expect({ queue, assignedTo, labelIds }).toEqual({
    queue: 'unanswered',
    assignedTo: 'u2',
    labelIds: ['l1'],
  })
})

it.each([
  // A Friday.
  ['2026-11-27T10:25', ['In 1 hour', 'This evening', 'Tomorrow', 'Next week']],
  ['2026-11-27T18:00', ['In 1 hour', 'Tomorrow', 'Next week']],
  // A Sunday, whose next morning is that of the next week.
  ['2026-11-29T10:25', ['In 1 hour', 'This evening', 'Tomorrow']],
])('at %s one can snooze until %j', (now, labels) => {
  expect(snoozeTimes(new Date(now)).map(({ label }) => label)).toEqual(labels)
})
