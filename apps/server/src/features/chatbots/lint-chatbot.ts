import { lint } from '@kirim/chatbot-engine/lint'
import type { LintFinding as EngineFinding } from '@kirim/chatbot-engine/lint-finding'
import type { LintFinding } from '@kirim/contract/chatbot-tools'
import { type ErrorParams, filledText } from '@kirim/contract/errors'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import type { NumberChatbot } from './responder-items.ts'

/** What the owner of a number should know before a customer finds out: its code, its values, and in words. */
export function lintChatbot(chatbot: NumberChatbot): LintFinding[] {
  const nameOf = (id: string) => chatbot.items.get(id)?.name ?? id
  return lint(chatbot.compiled).map((finding) => {
    const code = codeOf(finding)
    const params = valuesOf(finding, nameOf)
    return {
      itemId: finding.itemId,
      itemName: finding.itemId ? nameOf(finding.itemId) : '',
      code,
      params,
      message: filledText(lintTexts[code], params),
    }
  })
}

function codeOf(finding: EngineFinding): LintCode {
  return finding.code === 'missing_next_action' && finding.params.because === 'disabled'
    ? 'next_action_disabled'
    : finding.code
}

/** The values of a finding's sentence; ids become names. */
function valuesOf(finding: EngineFinding, nameOf: (id: string) => string): ErrorParams {
  switch (finding.code) {
    case 'empty_keyword':
      return { keyword: finding.params.keyword }
    case 'duplicate_keyword':
      return { other: nameOf(finding.params.of), keyword: finding.params.keyword }
    case 'shadowed_keyword':
      return {
        keyword: finding.params.keyword,
        other: nameOf(finding.params.by),
        otherKeyword: finding.params.byKeyword,
      }
    case 'unreachable_item':
      return { names: finding.params.by.map(nameOf).join(', ') }
    case 'several_defaults':
      return { other: nameOf(finding.params.of) }
    case 'missing_next_action':
      return { other: nameOf(finding.params.nextItemId) }
    case 'action_cycle':
      return { names: finding.params.ids.map(nameOf).join(' → ') }
    default:
      return {}
  }
}
