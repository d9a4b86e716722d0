import { expect, it } from 'vitest'
import { arrangeRows } from '#shared/list/list-view.ts'
import { memberOf } from './testing/members.ts'
import { permissionsOn, userShape } from './user-list.ts'

it.each([
  [
    'a user',
    memberOf({ _id: 'u2' }),
    { changePlan: true, changeRole: true, remove: true, resetLink: true },
  ],
  [
    'another admin',
    memberOf({ _id: 'u2', role: 'admin' }),
    { changePlan: false, changeRole: true, remove: true, resetLink: true },
  ],
  [
    'oneself',
    memberOf({ _id: 'u1', role: 'admin' }),
    { changePlan: false, changeRole: false, remove: false, resetLink: false },
  ],
])('rights over %s', (_name, member, rights) => {
  expect(permissionsOn(member, { _id: 'u1' })).toEqual(rights)
})

it('plans are sorted by their limits, not by name', () => {
  const members = (['Pro', 'Basic', 'Free'] as const).map((membershipPlan) =>
    memberOf({ membershipPlan }),
  )
  const sorted = arrangeRows(members, userShape, '', { by: 'plan', descending: false }, 'en')
  expect(sorted.map(({ membershipPlan }) => membershipPlan)).toEqual(['Free', 'Basic', 'Pro'])
})
