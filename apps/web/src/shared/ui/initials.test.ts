import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Wong Mei Ling', 'WL'],
  ['aisyah', 'A'],
  ['Nurul (kedai)', 'NK'],
  ['Nurul (', 'N'],
  ['“Ali” - & Co.', 'AC'],
  ['60123456711', '6'],
  ['+60 12-345', '61'],
  ['e\u0301lodie', 'É'],
  ['陈 小明', '陈小'],
  ['😀 Siti 🎉', 'S'],
  ['- (', '?'],
  ['  ', '?'],
])('%s: %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
