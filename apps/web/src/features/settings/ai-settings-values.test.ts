import type { AiSettings } from '@kirim/contract/settings'
import { describe, expect, it } from 'vitest'
import { AiSettingsValues, isSavable, valuesOf } from './ai-settings-values.ts'

const savedSettings: AiSettings = {
  provider: 'openai',
  model: 'gpt-5-mini',
  baseUrl: '',
  hasKey: true,
  monthlyLimit: 500,
  usedThisMonth: 12,
}
const fresh = valuesOf(null)

describe('what can be saved', () => {
  it.each([
    ['nothing, at first', fresh, null, false],
    ['a key', { ...fresh, apiKey: 'sk-1' }, null, true],
    ['blanks for a key', { ...fresh, apiKey: '  ' }, null, false],
    ['another model without any key', { ...fresh, model: 'x' }, null, false],
    ['nothing, while a key is kept', valuesOf(savedSettings), savedSettings, false],
    [
      'another model for the kept key',
      { ...valuesOf(savedSettings), model: 'x' },
      savedSettings,
      true,
    ],
    [
      'another cap for the kept key',
      { ...valuesOf(savedSettings), monthlyLimit: '' },
      savedSettings,
      true,
    ],
    [
      'another provider with the kept key',
      { ...valuesOf(savedSettings), provider: 'google' },
      savedSettings,
      false,
    ],
    [
      'another provider with its key',
      { ...valuesOf(savedSettings), provider: 'google', apiKey: 'k' },
      savedSettings,
      true,
    ],
    [
      'settings whose key is gone',
      { ...valuesOf(savedSettings), model: 'x' },
      { ...savedSettings, hasKey: false },
      false,
    ],
  ] as const)('%s', (_name, values, settings, expected) => {
    expect(isSavable(values, settings)).toBe(expected)
  })
})

describe('what is sent', () => {
  it('contains no key when none was typed, so that the stored one stays', () => {
    expect(AiSettingsValues.parse(valuesOf(savedSettings))).toEqual({
      provider: 'openai',
      model: 'gpt-5-mini',
      baseUrl: '',
      monthlyLimit: 500,
    })
  })

  it('contains an address only for a provider that has one', () => {
    const input = { ...fresh, baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'k' }
    expect(AiSettingsValues.parse(input).baseUrl).toBe('')
    const compatible = { ...input, provider: 'openai-compatible' as const, model: 'small' }
    expect(AiSettingsValues.parse(compatible).baseUrl).toBe(input.baseUrl)
  })

  it.each([
    ['monthlyLimit', { monthlyLimit: '-5' }],
    ['monthlyLimit', { monthlyLimit: '1.5' }],
    ['baseUrl', { provider: 'openai-compatible' as const }],
    ['baseUrl', { provider: 'openai-compatible' as const, baseUrl: 'ftp://x' }],
    ['model', { provider: 'openai-compatible' as const, baseUrl: 'http://x.example' }],
  ])('is refused at %s for %j', (field, given) => {
    const parsed = AiSettingsValues.safeParse({ ...fresh, ...given })
    expect(parsed.error?.issues[0]?.path).toEqual([field])
  })
})
