import type { User } from '@kirim/contract/accounts'

export function memberOf(given: Partial<User> = {}): User {
  return {
    _id: 'u2',
    name: 'Ali',
    email: 'ali@example.com',
    role: 'user',
    membershipPlan: 'Free',
    defaultCountry: 'MY',
    createdAt: '2026-11-01T00:00:00.000Z',
    ...given,
  }
}
