import { describe, expect, it } from 'vitest'
import { updateTyping } from '#shared/forms/keywords.ts'
import { completeEmails, EMAIL_SEPARATOR, emailProblem, isTooMany } from './invited-emails.ts'

const typed = (text: string) =>
  completeEmails(updateTyping({ words: [], typing: '' }, text, EMAIL_SEPARATOR))

describe('e-mails', () => {
  it('are parted by commas, semicolons and spaces', () => {
    expect(typed('a@x.example, b@x.example;c@x.example  d@x.example')).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
      'd@x.example',
    ])
  })

  it('count once, however they are written', () => {
    expect(typed('Siti@x.example, siti@X.example')).toEqual(['Siti@x.example'])
  })

  it('leave behind the names beside them', () => {
    expect(typed('Aina Sofea <aina@x.example>, Farid <farid@x.example>')).toEqual([
      'aina@x.example',
      'farid@x.example',
    ])
  })

  it('are told apart from what is none, and from those who are known', () => {
    const known = { people: new Set(['aina@x.example']), invited: new Set(['siti@x.example']) }
    expect(emailProblem('new@x.example', known)).toBeNull()
    expect(emailProblem('nobody', known)).toBe('invalid')
    expect(emailProblem(`${'x'.repeat(300)}@x.example`, known)).toBe('invalid')
    expect(emailProblem('Aina@x.example', known)).toBe('member')
    expect(emailProblem('siti@x.example', known)).toBe('invited')
  })

  it('are at most fifty', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@x.example`)
    expect(isTooMany(many(50))).toBe(false)
    expect(isTooMany(many(51))).toBe(true)
  })
})
